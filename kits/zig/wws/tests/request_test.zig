// SPDX-License-Identifier: Apache-2.0
const std = @import("std");
const wws = @import("wws");
const testing = std.testing;

fn parse(options: wws.testing.RequestOptions) !wws.Parsed {
    const text = try wws.testing.document(testing.allocator, options);
    defer testing.allocator.free(text);
    return wws.parseStream(testing.allocator, .{ .input = .{ .bytes = text } });
}

test "Z12: a header is found whatever its case" {
    const parsed = try parse(.{ .headers = &.{.{ .name = "content-type", .value = "text/plain" }} });
    defer parsed.deinit();
    try testing.expectEqualStrings("text/plain", parsed.value.header("Content-Type").?);
    try testing.expect(parsed.value.header("content") == null);
}

test "the path of a URL" {
    const cases = [_][2][]const u8{
        .{ "http://localhost/a/b?c=d#e", "/a/b" },
        .{ "http://localhost", "/" },
        .{ "http://localhost?x", "/" },
        .{ "http://localhost#x/y", "/" },
        .{ "/only/path?x=http://y/z", "/only/path" },
        .{ "https://[::1]:8080/%2f", "/%2f" },
        .{ "", "/" },
    };
    for (cases) |case| {
        const parsed = try parse(.{ .url = case[0] });
        defer parsed.deinit();
        try testing.expectEqualStrings(case[1], parsed.value.path());
    }
}

test "Z12: query parameters are decoded" {
    const parsed = try parse(.{ .url = "/x?a=1&b=%C3%A9+%26&a=2&empty&%63=d&bad=%4&n=12#f=1" });
    defer parsed.deinit();
    const request = parsed.value;
    try testing.expectEqualStrings("1", (try request.query("a")).?);
    try testing.expectEqualStrings("\u{e9} &", (try request.query("b")).?);
    try testing.expectEqualStrings("", (try request.query("empty")).?);
    try testing.expectEqualStrings("d", (try request.query("c")).?);
    try testing.expectEqualStrings("%4", (try request.query("bad")).?);
    try testing.expect(try request.query("f") == null);
    try testing.expectEqual(@as(?u8, 12), try request.queryInt(u8, "n"));
    try testing.expectEqual(@as(?u8, null), try request.queryInt(u8, "b"));
}

test "forms" {
    const parsed = try parse(.{ .body = "name=J%C3%BCrgen+M&&x=&y" });
    defer parsed.deinit();
    const form = try parsed.value.form();
    try testing.expectEqual(@as(usize, 3), form.items.len);
    try testing.expectEqualStrings("J\u{fc}rgen M", form.get("name").?);
    try testing.expectEqualStrings("", form.get("y").?);
}

test "cookies" {
    const parsed = try parse(.{ .headers = &.{.{ .name = "cookie", .value = "a=1; session=x=y==;  b = 2 ;c" }} });
    defer parsed.deinit();
    try testing.expectEqualStrings("1", parsed.value.cookie("a").?);
    try testing.expectEqualStrings("x=y==", parsed.value.cookie("session").?);
    try testing.expect(parsed.value.cookie("c") == null);
    try testing.expect(parsed.value.cookie("d") == null);
}

test "a typed JSON body" {
    const Body = struct { title: []const u8, done: bool = false };
    const parsed = try parse(.{ .body = "{\"title\":\"\\u00e9\",\"more\":[1]}" });
    defer parsed.deinit();
    const body = try parsed.value.json(Body);
    try testing.expectEqualStrings("\u{e9}", body.title);
    try testing.expect(!body.done);
    try testing.expectError(error.InvalidBody, parsed.value.json(struct { other: u8 }));
}
