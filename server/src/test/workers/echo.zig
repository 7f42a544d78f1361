// SPDX-License-Identifier: Apache-2.0
//! Answers with the document that it was given, so that a test sees what a worker sees.
const std = @import("std");

var input: [4 << 20]u8 = undefined;

fn readInput() []const u8 {
    const stdin = std.io.getStdIn();
    const n = stdin.readAll(&input) catch return "";
    return input[0..n];
}

pub fn main() !void {
    const text = readInput();
    var buffered = std.io.bufferedWriter(std.io.getStdOut().writer());
    const out = buffered.writer();
    try out.writeAll("{\"status\":200,\"kv\":{},\"headers\":{\"content-type\":\"application/json\",");
    try out.writeAll("\"x_under_score\":\"1\"},\"data\":\"");
    for (text) |c| switch (c) {
        '"', '\\' => try out.print("\\{c}", .{c}),
        0...0x1f => try out.print("\\u{x:0>4}", .{c}),
        else => try out.writeByte(c),
    };
    try out.writeAll("\"}");
    try buffered.flush();
}
