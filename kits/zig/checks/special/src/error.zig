// SPDX-License-Identifier: Apache-2.0
const wws = @import("wws");

pub fn main() !void {
    const parsed = try wws.parseStream(wws.allocator, .{});
    if (parsed.value.kv.count() < 1000) return error.NotYet;
}
