// SPDX-License-Identifier: Apache-2.0
//! The handler of the three counters; they differ in where their memory comes from.

const wws = @import("wws");

pub fn handle(context: *wws.Context) !wws.Response {
    const count = try context.kv.increment("counter", 1);
    return wws.Response.html(try context.print(
        \\<!doctype html>
        \\<title>Counter</title>
        \\<h1>Counter: {d}</h1>
        \\<p>Reload the page to count on.</p>
        \\
    , .{count}));
}
