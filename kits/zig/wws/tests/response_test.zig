// SPDX-License-Identifier: Apache-2.0
const std = @import("std");
const wws = @import("wws");
const testing = std.testing;

fn expectDocument(response: wws.Response, expected: []const u8) !void {
    var out = wws.testing.Text{ .allocator = testing.allocator };
    defer testing.allocator.free(out.bytes);
    try wws.writeResponse(response, &out);
    try testing.expectEqualStrings(expected, out.bytes[0..out.len]);
}

fn expectRefused(expected: anyerror, response: wws.Response) !void {
    var out = wws.testing.Text{ .allocator = testing.allocator };
    defer testing.allocator.free(out.bytes);
    try testing.expectError(expected, wws.writeResponse(response, &out));
    try testing.expectEqual(@as(usize, 0), out.len);
}

test "the forerunner's smallest response" {
    try expectDocument(.{ .data = "http://x/" },
        \\{"data":"http://x/","headers":{},"status":200,"kv":{}}
    );
}

test "Z4: bytes that are not UTF-8 travel as base64" {
    try expectDocument(wws.Response.bytes("application/octet-stream", "\xff\x00\x01a"),
        \\{"data":"/wABYQ==","base64":true,"headers":{"content-type":"application/octet-stream"},"status":200,"kv":{}}
    );
    // As the standard library encodes, for every length around the block's.
    var bytes: [400]u8 = undefined;
    for (&bytes, 0..) |*byte, at| byte.* = @intCast((at * 7 + 128) % 256);
    for (1..bytes.len) |len| {
        var out = wws.testing.Text{ .allocator = testing.allocator };
        defer testing.allocator.free(out.bytes);
        try wws.writeResponse(wws.Response.bytes("a/b", bytes[0..len]), &out);
        var buffer: [600]u8 = undefined;
        const expected = std.base64.standard.Encoder.encode(&buffer, bytes[0..len]);
        try testing.expectEqualStrings(expected, out.bytes["{\"data\":\"".len..][0..expected.len]);
    }
}

test "Z5: header names and values that no host accepts are refused before anything is written" {
    for ([_][]const u8{ "", "a b", "a:b", "\u{e9}", "a\n" }) |name| {
        try expectRefused(error.InvalidHeaderName, .{ .headers = wws.Pairs.from(&.{.{ .name = name, .value = "x" }}) });
    }
    for ([_][]const u8{ "a\nb", "a\r", "\x00", "\x7f", "\xff" }) |value| {
        try expectRefused(error.InvalidHeaderValue, .{ .headers = wws.Pairs.from(&.{.{ .name = "a", .value = value }}) });
        try expectRefused(error.InvalidHeaderValue, .{ .content_type = value });
    }
}

test "Z5: keys and values that are not UTF-8 are refused" {
    var arena = std.heap.ArenaAllocator.init(testing.allocator);
    defer arena.deinit();
    var cache = wws.Cache.init(arena.allocator());
    try cache.put("a", "\xff");
    try expectRefused(error.InvalidKv, .{ .kv = &cache });
    _ = cache.delete("a");
    try cache.put("\xfe", "b");
    try expectRefused(error.InvalidKv, .{ .kv = &cache });
}

test "Z7: a status is a number or a name, from 100 to 999" {
    try testing.expectEqual(@as(u16, 404), wws.Response.text("").withStatus(.not_found).status);
    try testing.expectEqual(@as(u16, 299), wws.Response.text("").withStatus(299).status);
    for ([_]u16{ 0, 99, 1000, 65535 }) |status| try expectRefused(error.InvalidStatus, .{ .status = status });
    try expectDocument(.{ .status = 999 },
        \\{"data":"","headers":{},"status":999,"kv":{}}
    );
}

test "Z12: a header is replaced or added" {
    var arena = std.heap.ArenaAllocator.init(testing.allocator);
    defer arena.deinit();
    const allocator = arena.allocator();
    var response = wws.Response.text("x");
    try response.setHeader(allocator, "X-A", "1");
    try response.setHeader(allocator, "x-a", "2");
    try response.addHeader(allocator, "vary", "accept");
    try response.addHeader(allocator, "Vary", "origin");
    try response.setHeader(allocator, "Content-Type", "text/x");
    try expectDocument(response,
        \\{"data":"x","headers":{"x-a":"2","vary":"accept, origin","Content-Type":"text/x"},"status":200,"kv":{}}
    );
}

test "one cookie is a string, several are a list" {
    var arena = std.heap.ArenaAllocator.init(testing.allocator);
    defer arena.deinit();
    var response = wws.Response{};
    try response.setCookie(arena.allocator(), "a", "1", .{ .max_age = 60, .secure = true, .same_site = .strict });
    try expectDocument(response,
        \\{"data":"","headers":{"set-cookie":"a=1; Path=/; Max-Age=60; HttpOnly; Secure; SameSite=Strict"},"status":200,"kv":{}}
    );
    try response.setCookie(arena.allocator(), "b", "2", .{ .path = "/x", .http_only = false });
    try expectDocument(response,
        \\{"data":"","headers":{"set-cookie":["a=1; Path=/; Max-Age=60; HttpOnly; Secure; SameSite=Strict","b=2; Path=/x; SameSite=Lax"]},"status":200,"kv":{}}
    );
}

test "Z14: a usual answer is one write" {
    var counting = Counting{};
    try wws.writeResponse(wws.Response.html("<p>\"hello\"</p>\n"), &counting);
    try testing.expectEqual(@as(usize, 1), counting.writes);
}

test "Z22: each helper says its content type" {
    try testing.expectEqualStrings("text/plain; charset=utf-8", wws.Response.text("").content_type.?);
    try testing.expectEqualStrings("text/html; charset=utf-8", wws.Response.html("").content_type.?);
    const json = try wws.Response.json(testing.allocator, .{ .a = "\u{e9}\"" });
    defer testing.allocator.free(json.data);
    try testing.expectEqualStrings("application/json", json.content_type.?);
    try testing.expectEqualStrings("{\"a\":\"\u{e9}\\\"\"}", json.data);
}

test "a redirect" {
    var response = try wws.Response.redirect(testing.allocator, "/there");
    defer response.headers.deinit(testing.allocator);
    try expectDocument(response,
        \\{"data":"","headers":{"location":"/there"},"status":303,"kv":{}}
    );
}

const Counting = struct {
    writes: usize = 0,

    pub fn writeAll(self: *Counting, _: []const u8) error{}!void {
        self.writes += 1;
    }
};
