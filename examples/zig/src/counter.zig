// SPDX-License-Identifier: Apache-2.0
//! The handler of the three counters; they differ in where their memory comes from.

const wws = @import("wws");

const page =
    \\<!doctype html>
    \\<title>Key/value store</title>
    \\<p>Counter: {d}</p>
    \\
;

pub fn handle(context: *wws.Context) !wws.Response {
    return wws.Response.html(try context.print(page, .{try context.kv.increment("counter", 1)}));
}
