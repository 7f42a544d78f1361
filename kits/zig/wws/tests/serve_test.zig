// SPDX-License-Identifier: Apache-2.0
const std = @import("std");
const wws = @import("wws");
const testing = std.testing;

const kept = [_]wws.Pair{ .{ .name = "a", .value = "1" }, .{ .name = "b", .value = "\u{e9}\n" } };

fn untouched(_: *wws.Context) wws.Response {
    return wws.Response.text("x");
}

fn nothing(context: *wws.Context) void {
    context.response = wws.Response.text("from the context");
}

fn failing(context: *wws.Context) !wws.Response {
    try context.kv.put("a", "changed");
    _ = context.kv.delete("b");
    return error.Sometimes;
}

fn unwritable(context: *wws.Context) !wws.Response {
    try context.kv.put("a", "\xff");
    return wws.Response.text("x");
}

fn expectKept(answer: wws.testing.Answer) !void {
    try testing.expectEqual(kept.len, answer.kv.count());
    for (kept) |pair| try testing.expectEqualStrings(pair.value, answer.value(pair.name).?);
}

test "Z6: a handler that never touches the keys changes nothing" {
    const answer = try wws.testing.run(testing.allocator, untouched, .{ .kv = &kept });
    defer answer.deinit();
    try testing.expectEqual(@as(u16, 200), answer.status);
    try expectKept(answer);
}

test "Z6: even a lone surrogate comes back as it came" {
    const parsed = try wws.parseStream(testing.allocator, .{ .input = .{ .bytes =
        \\{"url":"/","method":"GET","kv":{"\ud800 a":"\udfff\ud83c\udf00\u0000\uD7FF"}}
    } });
    defer parsed.deinit();
    var out = wws.testing.Text{ .allocator = testing.allocator };
    defer testing.allocator.free(out.bytes);
    try wws.writeResponse(.{ .kv = parsed.value.kv }, &out);
    try testing.expectEqualStrings(
        "{\"data\":\"\",\"headers\":{},\"status\":200,\"kv\":{\"\\ud800 a\":\"\\udfff\u{1f300}\\u0000\u{d7ff}\"}}",
        out.bytes[0..out.len],
    );
}

test "a handler may return nothing and fill the context's response" {
    const answer = try wws.testing.run(testing.allocator, nothing, .{ .kv = &kept });
    defer answer.deinit();
    try testing.expectEqualStrings("from the context", answer.body);
    try expectKept(answer);
}

test "Z11: an error is a 500 that leaves the keys as they were" {
    const answer = try wws.testing.run(testing.allocator, failing, .{ .kv = &kept });
    defer answer.deinit();
    try testing.expectEqual(@as(u16, 500), answer.status);
    try testing.expectEqualStrings("wws: the handler failed: Sometimes\n", answer.log);
    try expectKept(answer);
}

test "Z11: so is a response that can't be written" {
    const answer = try wws.testing.run(testing.allocator, unwritable, .{ .kv = &kept });
    defer answer.deinit();
    try testing.expectEqual(@as(u16, 500), answer.status);
    try expectKept(answer);
}

test "the host of a test: variables, files, outbound requests" {
    wws.testing.host.vars = wws.Pairs.from(&.{.{ .name = "GREETING", .value = "hello" }});
    wws.testing.host.files = wws.Pairs.from(&.{.{ .name = "/mnt/a.txt", .value = "content" }});
    wws.testing.host.send = struct {
        fn send(request: wws.http.Request) wws.http.Error!wws.http.Response {
            if (!std.mem.eql(u8, request.uri, "http://known/")) return error.NotAllowed;
            return .{ .status = 200, .body = "answer" };
        }
    }.send;
    const answer = try wws.testing.run(testing.allocator, struct {
        fn handle(context: *wws.Context) !wws.Response {
            const greeting = (try wws.env(context.allocator, "GREETING")).?;
            var file = try wws.openMounted("/mnt/a.txt");
            defer file.close();
            const content = try file.readAll(context.allocator, 100);
            const sent = try wws.http.send(.{ .uri = "http://known/" });
            if (wws.http.send(.{ .uri = "http://other/" })) |_| return error.Allowed else |err| if (err != error.NotAllowed) return err;
            return wws.Response.text(try context.print("{s} {s} {s}", .{ greeting, content, sent.body }));
        }
    }.handle, .{});
    defer answer.deinit();
    try testing.expectEqualStrings("hello content answer", answer.body);
}

test "BufferFirstAllocator goes on in the fallback" {
    var buffer: [256]u8 = undefined;
    var mixed = wws.BufferFirstAllocator.init(&buffer, testing.allocator);
    const allocator = mixed.allocator();
    const first = try allocator.alloc(u8, 200);
    defer allocator.free(first);
    const second = try allocator.alloc(u8, 200);
    defer allocator.free(second);
    try testing.expect(@intFromPtr(first.ptr) >= @intFromPtr(&buffer) and @intFromPtr(first.ptr) < @intFromPtr(&buffer) + buffer.len);
    const grown = try allocator.realloc(try allocator.alloc(u8, 10), 1000);
    defer allocator.free(grown);
}
