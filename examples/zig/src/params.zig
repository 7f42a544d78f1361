// SPDX-License-Identifier: Apache-2.0
//! Answers with the part of the route that `[id]` stands for.

const wws = @import("wws");

fn handle(context: *wws.Context) !wws.Response {
    const id = context.param("id") orelse return wws.Response.text("No id.\n").withStatus(.bad_request);
    return wws.Response.text(try context.print("The id is {s}\n", .{id}));
}

pub fn main() void {
    wws.serve(handle);
}
