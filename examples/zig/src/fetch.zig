// SPDX-License-Identifier: Apache-2.0
//! Asks another server, `?url=` or the one in its configuration, and answers what that said.

const wws = @import("wws");

fn handle(context: *wws.Context) !wws.Response {
    const url = try context.request.query("url") orelse
        try wws.env(context.allocator, "URL") orelse
        return wws.Response.text("No url.\n").withStatus(.bad_request);

    var reason: []const u8 = "";
    const answer = wws.http.send(.{ .uri = url, .reason = &reason }) catch |err| {
        const text = try context.print("{s}: {s}\n", .{ @errorName(err), reason });
        return wws.Response.text(text).withStatus(.bad_gateway);
    };
    return wws.Response.bytes(answer.header("content-type") orelse "application/octet-stream", answer.body)
        .withStatus(answer.status);
}

pub fn main() void {
    wws.serve(handle);
}
