// SPDX-License-Identifier: Apache-2.0
//! Prints the body of the request as its whole standard output, so that a test can send any output.
const std = @import("std");

pub fn main() !void {
    var arena = std.heap.ArenaAllocator.init(std.heap.page_allocator);
    const allocator = arena.allocator();
    const text = try std.io.getStdIn().readToEndAlloc(allocator, 16 << 20);
    const Input = struct { body: []const u8 };
    const options = std.json.ParseOptions{ .ignore_unknown_fields = true };
    const request = try std.json.parseFromSliceLeaky(Input, allocator, text, options);
    try std.io.getStdOut().writeAll(request.body);
}
