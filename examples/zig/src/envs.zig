// SPDX-License-Identifier: Apache-2.0
//! Answers with a variable of its configuration.

const wws = @import("wws");

fn handle(context: *wws.Context) !wws.Response {
    const message = try wws.env(context.allocator, "MESSAGE") orelse "(MESSAGE is not set)";
    return wws.Response.text(try context.print("{s}\n", .{message}));
}

pub fn main() void {
    wws.serve(handle);
}
