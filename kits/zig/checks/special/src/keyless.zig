// SPDX-License-Identifier: Apache-2.0
//! Has a namespace and forgets to say what becomes of it.
const wws = @import("wws");

pub fn main() !void {
    const parsed = try wws.parseStream(wws.allocator, .{});
    var stdout = wws.bufferedStdout();
    try wws.writeResponse(.{ .data = parsed.value.url }, &stdout);
}
