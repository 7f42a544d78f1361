// SPDX-License-Identifier: Apache-2.0
const wws = @import("wws");

fn handle(context: *wws.Context) !wws.Response {
    var file = wws.openMounted(try context.request.query("path") orelse "") catch |err|
        return wws.Response.text(@errorName(err));
    defer file.close();
    return wws.Response.text(file.readAll(context.allocator, 10_000) catch |err| @errorName(err));
}

pub fn main() void {
    wws.serve(handle);
}
