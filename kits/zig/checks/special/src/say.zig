// SPDX-License-Identifier: Apache-2.0
const std = @import("std");
const wws = @import("wws");

fn handle(_: *wws.Context) wws.Response {
    std.log.err("said {d}", .{42});
    return wws.Response.text("said\n");
}

pub fn main() void {
    wws.serve(handle);
}
