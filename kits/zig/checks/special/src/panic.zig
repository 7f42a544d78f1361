// SPDX-License-Identifier: Apache-2.0
//! Reads beyond its table when the query says so.
const wws = @import("wws");

const table = [_]u8{ 'a', 'b', 'c' };

fn handle(context: *wws.Context) !wws.Response {
    const at = try context.request.queryInt(usize, "at") orelse 0;
    return wws.Response.text(try context.print("{d}\n", .{table[at]}));
}

pub fn main() void {
    wws.serve(handle);
}
