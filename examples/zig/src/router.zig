// SPDX-License-Identifier: Apache-2.0
//! Several routes in one worker: everything below `/router`.

const std = @import("std");
const wws = @import("wws");

const App = wws.Router(.{ .tail = "path" }, &.{
    wws.get("/hello", hello),
    wws.get("/hello/:name", helloName),
    wws.post("/echo", echo),
    wws.get("/sum/:a/:b", sum),
    wws.get("/files/*file", file),
});

fn hello(_: *wws.Context) wws.Response {
    return wws.Response.text("Hello from the router\n");
}

fn helloName(context: *wws.Context) !wws.Response {
    return wws.Response.text(try context.print("Hello, {s}\n", .{context.param("name").?}));
}

fn echo(context: *wws.Context) wws.Response {
    return wws.Response.text(context.request.body);
}

fn sum(context: *wws.Context) !wws.Response {
    const a = context.paramInt(i64, "a") orelse return badNumber();
    const b = context.paramInt(i64, "b") orelse return badNumber();
    const total = std.math.add(i64, a, b) catch return badNumber();
    return wws.Response.text(try context.print("{d}\n", .{total}));
}

fn file(context: *wws.Context) !wws.Response {
    return wws.Response.text(try context.print("The file is {s}\n", .{context.param("file").?}));
}

fn badNumber() wws.Response {
    return wws.Response.text("Not a number, or too large.\n").withStatus(.bad_request);
}

pub fn main() void {
    wws.serve(App.handle);
}
