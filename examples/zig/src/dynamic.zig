// SPDX-License-Identifier: Apache-2.0
//! Headers, keys and body of a size that only the request knows: `?body=100000&headers=20&keys=50`.

const wws = @import("wws");

const body_bytes_max = 1024 * 1024;
const headers_max = 50;
const keys_max = 1000;

fn handle(context: *wws.Context) !wws.Response {
    const body_bytes = try size(context, "body", 1000, body_bytes_max);
    const body = try context.allocator.alloc(u8, body_bytes);
    for (body, 0..) |*byte, at| byte.* = 'a' + @as(u8, @intCast(at % 26));

    var response = wws.Response.text(body);
    for (0..try size(context, "headers", 3, headers_max)) |at| {
        const name = try context.print("x-dynamic-{d}", .{at});
        try response.setHeader(context.allocator, name, try context.print("value {d}", .{at}));
    }

    // The namespace holds exactly the keys asked for: older ones beyond them go.
    const keys = try size(context, "keys", 3, keys_max);
    for (0..keys_max) |at| {
        const key = try context.print("key-{d}", .{at});
        if (at < keys) try context.kv.put(key, "set") else if (!context.kv.delete(key)) break;
    }
    return response;
}

fn size(context: *wws.Context, name: []const u8, default: usize, max: usize) !usize {
    return @min(try context.request.queryInt(usize, name) orelse default, max);
}

pub fn main() void {
    wws.serve(handle);
}
