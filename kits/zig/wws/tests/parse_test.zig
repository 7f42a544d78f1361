// SPDX-License-Identifier: Apache-2.0
const std = @import("std");
const wws = @import("wws");
const testing = std.testing;

const complete =
    \\{"url":"http://localhost/a?b=1","method":"GET","headers":{"host":"localhost","x-é":"ü"},
    \\"body":"line\n\"quoted\" \\ \/ \u00e9\ud83c\udf00 \b\f\r\t","kv":{"k":"1","":""},"params":{"id":"7"}}
;

fn parse(text: []const u8) wws.ParseError!wws.Parsed {
    return wws.parseStream(testing.allocator, .{ .input = .{ .bytes = text } });
}

test "a complete document" {
    const parsed = try parse(complete);
    defer parsed.deinit();
    const request = parsed.value;
    try testing.expectEqualStrings("http://localhost/a?b=1", request.url);
    try testing.expectEqualStrings("GET", request.method);
    try testing.expectEqualStrings("line\n\"quoted\" \\ / \u{e9}\u{1f300} \x08\x0c\r\t", request.body);
    try testing.expectEqualStrings("\u{fc}", request.header("X-\u{e9}").?);
    try testing.expectEqualStrings("1", request.kv.get("k").?);
    try testing.expectEqualStrings("", request.kv.get("").?);
    try testing.expectEqualStrings("7", request.param("id").?);
}

test "Z1: unknown fields of any kind are ignored, missing optional ones are empty" {
    const parsed = try parse(
        \\ {"future":{"a":[1,{"b":null,"c":[]},"}\"]"],"d":{}},"n":-1.5e3,"t":true,
        \\ "method":"GET","version":2,"url":"/", "more":[[],{}]} 
    );
    defer parsed.deinit();
    try testing.expectEqualStrings("", parsed.value.body);
    try testing.expectEqual(@as(usize, 0), parsed.value.headers.items.len);
    try testing.expectEqual(@as(usize, 0), parsed.value.params.items.len);
    try testing.expectEqual(@as(usize, 0), parsed.value.kv.count());
}

test "Z2: any method is kept as it is, a known one has its value" {
    for ([_][]const u8{ "PROPFIND", "get", "", "M-SEARCH" }) |method| {
        const text = try std.mem.concat(testing.allocator, u8, &.{ "{\"url\":\"/\",\"method\":\"", method, "\"}" });
        defer testing.allocator.free(text);
        const parsed = try parse(text);
        defer parsed.deinit();
        try testing.expectEqualStrings(method, parsed.value.method);
        try testing.expect(parsed.value.knownMethod() == null);
    }
    const parsed = try parse(complete);
    defer parsed.deinit();
    try testing.expect(parsed.value.knownMethod().? == .GET);
}

test "Z3: each kind of failure has an error of its own" {
    var none: [0]u8 = undefined;
    var empty = std.heap.FixedBufferAllocator.init(&none);
    try testing.expectError(error.OutOfMemory, wws.parseStream(empty.allocator(), .{ .input = .{ .bytes = complete } }));

    var broken = BrokenReader{};
    try testing.expectError(error.ReadFailed, wws.parseStream(testing.allocator, .{ .input = .{ .reader = wws.reader(&broken) } }));

    try testing.expectError(error.BodyTooLarge, wws.parseStream(testing.allocator, .{
        .input = .{ .bytes = complete },
        .input_bytes_max = 20,
    }));
}

test "Z3: a missing field is named" {
    try expectMissing("url", "{\"method\":\"GET\"}");
    try expectMissing("method", "{\"url\":\"/\"}");
    try expectMissing("url", "{}");
}

fn expectMissing(field: []const u8, text: []const u8) !void {
    var diagnostics = wws.Diagnostics{};
    try testing.expectError(error.MissingField, wws.parseStream(testing.allocator, .{
        .input = .{ .bytes = text },
        .diagnostics = &diagnostics,
    }));
    try testing.expectEqualStrings(field, diagnostics.field);
}

test "Z3: a fault in the JSON has its offset" {
    const cases = [_]struct { []const u8, usize }{
        .{ "", 0 },
        .{ "[]", 0 },
        .{ "{\"url\":1}", 7 },
        .{ "{\"url\":\"a\x01\"}", 9 },
        .{ "{\"url\":\"a\\x\"}", 9 },
        .{ "{\"url\":\"a\\u12g4\"}", 9 },
        .{ "{\"url\":\"/\",}", 11 },
        .{ "{\"url\":\"/\"} x", 12 },
        .{ "{\"url\":\"/\"", 10 },
        .{ "{\"kv\":{\"a\":1}}", 11 },
        .{ "{\"kv\":{\"a\":\"b\",}}", 15 },
        .{ "{\"headers\":[]}", 11 },
        .{ "{\"x\":[1,]}", 8 },
        .{ "{\"x\":{\"a\":1]}", 11 },
        .{ "{\"x\":nul}", 5 },
        .{ "{\"x\":", 5 },
        .{ "{\"url\":\"abc", 11 },
        .{ "{\"url\":\"abc\\", 11 },
        .{ "{\"url\":\"abc\\u12", 11 },
    };
    for (cases) |case| {
        var diagnostics = wws.Diagnostics{};
        const result = wws.parseStream(testing.allocator, .{ .input = .{ .bytes = case[0] }, .diagnostics = &diagnostics });
        testing.expectError(error.InvalidJson, result) catch |err| {
            std.debug.print("{s}\n", .{case[0]});
            return err;
        };
        testing.expectEqual(case[1], diagnostics.offset) catch |err| {
            std.debug.print("{s}\n", .{case[0]});
            return err;
        };
    }
}

test "nesting in an unknown field has a limit" {
    var text: [4096]u8 = undefined;
    @memcpy(text[0..5], "{\"x\":");
    @memset(text[5..], '[');
    try testing.expectError(error.InvalidJson, parse(&text));
}

test "a lone surrogate becomes the replacement character" {
    const parsed = try parse("{\"url\":\"\\ud800|\\udc00\\ud800\\u0041\",\"method\":\"\"}");
    defer parsed.deinit();
    try testing.expectEqualStrings("\u{fffd}|\u{fffd}\u{fffd}A", parsed.value.url);
}

test "Z14: the body is a slice of the one copy of the input" {
    const parsed = try parse(complete);
    defer parsed.deinit();
    const input = parsed.state.input;
    const body = parsed.value.body;
    try testing.expect(@intFromPtr(body.ptr) >= @intFromPtr(input.ptr));
    try testing.expect(@intFromPtr(body.ptr) + body.len <= @intFromPtr(input.ptr) + input.len);
}

test "Z15: an ordinary browser's request fits into a fixed buffer of 8 KiB" {
    const browser =
        \\{"url":"http://localhost:8080/no-alloc-kv","method":"GET","headers":{"host":"localhost:8080",
        \\"user-agent":"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
        \\"accept":"text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8",
        \\"accept-encoding":"gzip, deflate, br, zstd","accept-language":"en-US,en;q=0.9","cache-control":"max-age=0",
        \\"connection":"keep-alive","sec-fetch-dest":"document","sec-fetch-mode":"navigate","sec-fetch-site":"none",
        \\"sec-fetch-user":"?1","upgrade-insecure-requests":"1","sec-ch-ua-platform":"\"Linux\"","sec-ch-ua-mobile":"?0"},
        \\"body":"","kv":{"counter":"41"},"params":{}}
    ;
    var buffer: [8 * 1024]u8 = undefined;
    var fixed = std.heap.FixedBufferAllocator.init(&buffer);
    var source = Chunks{ .text = browser, .step = 100 };
    const parsed = try wws.parseStream(fixed.allocator(), .{ .input = .{ .reader = wws.reader(&source) } });
    try testing.expectEqual(@as(i64, 42), try parsed.value.kv.increment("counter", 1));
}

test "any reader will do, whatever the size of its pieces" {
    for ([_]usize{ 1, 7, 4096 }) |step| {
        var source = Chunks{ .text = complete, .step = step };
        const parsed = try wws.parseStream(testing.allocator, .{ .input = .{ .reader = wws.reader(&source) } });
        defer parsed.deinit();
        try testing.expectEqualStrings("7", parsed.value.param("id").?);
    }
}

test "every failing allocation is an error and leaks nothing" {
    try testing.checkAllAllocationFailures(testing.allocator, parseAndUse, .{});
}

fn parseAndUse(allocator: std.mem.Allocator) !void {
    var source = Chunks{ .text = complete, .step = 50 };
    const parsed = try wws.parseStream(allocator, .{ .input = .{ .reader = wws.reader(&source) } });
    defer parsed.deinit();
    _ = try parsed.value.kv.increment("k", 1);
    try parsed.value.kv.put("new", "value");
    _ = try parsed.value.query("b");
    var response = try wws.Response.json(parsed.value.allocator, .{ .a = 1 });
    try response.setHeader(parsed.value.allocator, "x", "y");
    response.kv = parsed.value.kv;
    var out = wws.testing.Text{ .allocator = parsed.value.allocator };
    try wws.writeResponse(response, &out);
}

test "random texts survive the way in and out, as std.json reads them" {
    var random = std.Random.DefaultPrng.init(0x5eed);
    for (0..300) |_| {
        var buffer: [64]u8 = undefined;
        const text = randomText(random.random(), &buffer);
        var arena = std.heap.ArenaAllocator.init(testing.allocator);
        defer arena.deinit();
        const pairs = [_]wws.Pair{.{ .name = text, .value = text }};
        const document = try wws.testing.document(arena.allocator(), .{ .url = text, .body = text, .kv = &pairs });
        const theirs = try std.json.parseFromSliceLeaky(std.json.Value, arena.allocator(), document, .{});
        try testing.expectEqualStrings(text, theirs.object.get("body").?.string);

        const parsed = try parse(document);
        defer parsed.deinit();
        try testing.expectEqualStrings(text, parsed.value.url);
        try testing.expectEqualStrings(text, parsed.value.kv.get(text).?);
    }
}

/// Valid UTF-8 with many of the characters that JSON escapes.
fn randomText(random: std.Random, buffer: []u8) []const u8 {
    const pieces = [_][]const u8{ "\"", "\\", "\n", "\x00", "\x1f", "/", "a", "bcdefghij", "\u{e9}", "\u{1f300}", "\x7f", "\u{ffff}" };
    var used: usize = 0;
    while (true) {
        const piece = pieces[random.uintLessThan(usize, pieces.len)];
        if (used + piece.len > buffer.len or random.uintLessThan(u8, 24) == 0) return buffer[0..used];
        @memcpy(buffer[used..][0..piece.len], piece);
        used += piece.len;
    }
}

test "random bytes never do harm" {
    var random = std.Random.DefaultPrng.init(0xbad);
    for (0..2000) |_| {
        var text: [complete.len]u8 = undefined;
        @memcpy(&text, complete);
        for (0..1 + random.random().uintLessThan(usize, 4)) |_| {
            text[random.random().uintLessThan(usize, text.len)] = random.random().int(u8);
        }
        const end = random.random().uintLessThan(usize, text.len) + 1;
        const parsed = parse(text[0..end]) catch continue;
        parsed.deinit();
    }
}

const BrokenReader = struct {
    pub fn read(_: *BrokenReader, _: []u8) error{Broken}!usize {
        return error.Broken;
    }
};

const Chunks = struct {
    text: []const u8,
    step: usize,

    pub fn read(self: *Chunks, buffer: []u8) error{}!usize {
        const count = @min(self.step, buffer.len, self.text.len);
        @memcpy(buffer[0..count], self.text[0..count]);
        self.text = self.text[count..];
        return count;
    }
};
