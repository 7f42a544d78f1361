// SPDX-License-Identifier: Apache-2.0
const std = @import("std");
const wws = @import("wws");
const testing = std.testing;

fn root(_: *wws.Context) wws.Response {
    return wws.Response.text("root");
}

fn user(context: *wws.Context) !wws.Response {
    return wws.Response.text(try context.print("user {s}", .{context.param("id").?}));
}

fn item(context: *wws.Context) !void {
    const id = context.paramInt(u16, "id") orelse return error.NoNumber;
    context.response = wws.Response.text(try context.print("{d} of {s}", .{ id, context.param("user").? }));
}

fn rest(context: *wws.Context) wws.Response {
    return wws.Response.text(context.param("path").?);
}

const App = wws.Router(.{}, &.{
    wws.get("/", root),
    wws.get("/users/me", root),
    wws.get("/users/:id", user),
    wws.delete("/users/:id", user),
    wws.put("/users/:user/items/:id", item),
    wws.get("/files/*path", rest),
});

fn expectAnswer(method: []const u8, path: []const u8, status: u16, body: []const u8) !void {
    const answer = try wws.testing.run(testing.allocator, App.handle, .{ .method = method, .url = path });
    defer answer.deinit();
    try testing.expectEqual(status, answer.status);
    try testing.expectEqualStrings(body, answer.body);
}

test "the first route that fits answers" {
    try expectAnswer("GET", "http://x", 200, "root");
    try expectAnswer("GET", "/users/me", 200, "root");
    try expectAnswer("GET", "/users/42/", 200, "user 42");
    try expectAnswer("DELETE", "/users/me", 200, "user me");
    try expectAnswer("HEAD", "/users/42?x", 200, "user 42");
}

test "parameters are decoded, a tail is the whole rest" {
    try expectAnswer("GET", "/users/a%2Fb%20%C3%A9", 200, "user a/b \u{e9}");
    try expectAnswer("GET", "/files/a/b%20c/d.txt", 200, "a/b c/d.txt");
    try expectAnswer("GET", "/files", 200, "");
    try expectAnswer("PUT", "/users/7/items/65535", 200, "65535 of 7");
}

test "no route is 404, no method 405 with what is allowed" {
    try expectAnswer("GET", "/nothing", 404, "Not found.\n");
    try expectAnswer("GET", "/users", 404, "Not found.\n");
    try expectAnswer("GET", "/users/1/items", 404, "Not found.\n");
    const answer = try wws.testing.run(testing.allocator, App.handle, .{ .method = "PATCH", .url = "/users/1" });
    defer answer.deinit();
    try testing.expectEqual(@as(u16, 405), answer.status);
    try testing.expectEqualStrings("GET, DELETE", answer.header("allow").?);
}

test "a route's error is the worker's" {
    try expectAnswer("PUT", "/users/7/items/65536", 500, "The worker failed.\n");
}

test "the path may come from the worker's own parameter, wherever the folder is served" {
    const Below = wws.Router(.{ .tail = "path" }, &.{wws.get("/users/:id", user)});
    const answer = try wws.testing.run(testing.allocator, Below.handle, .{
        .url = "http://x/prefix/api/users/9",
        .params = &.{.{ .name = "path", .value = "users/9" }},
    });
    defer answer.deinit();
    try testing.expectEqualStrings("user 9", answer.body);
}
