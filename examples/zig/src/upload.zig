// SPDX-License-Identifier: Apache-2.0
//! Takes a body and gives it back reversed, behind a byte that is in no text.

const std = @import("std");
const wws = @import("wws");

fn handle(context: *wws.Context) !wws.Response {
    const body = context.request.body;
    if (body.len == 0) return wws.Response.text("POST something.\n").withStatus(.bad_request);
    const bytes = try context.allocator.alloc(u8, 1 + body.len);
    // 0xff is in no UTF-8 text, so the answer travels as base64.
    bytes[0] = 0xff;
    @memcpy(bytes[1..], body);
    std.mem.reverse(u8, bytes[1..]);
    return wws.Response.bytes("application/octet-stream", bytes);
}

pub fn main() void {
    wws.serve(handle);
}
