// SPDX-License-Identifier: Apache-2.0
//! The counter as the first Zig kit made workers: no allocation, everything in static buffers, 4 KiB of answer at most,
//! the request read into a tree by `std.json`, started as a reactor. Only for comparison.

const std = @import("std");

const Iovec = extern struct { ptr: [*]u8, len: usize };
const ConstIovec = extern struct { ptr: [*]const u8, len: usize };
extern "wasi_snapshot_preview1" fn fd_read(fd: i32, iovs: [*]const Iovec, count: usize, read: *usize) u16;
extern "wasi_snapshot_preview1" fn fd_write(fd: i32, iovs: [*]const ConstIovec, count: usize, written: *usize) u16;

var input: [16 * 1024]u8 = undefined;
var memory: [64 * 1024]u8 = undefined;
var output: [4 * 1024]u8 = undefined;
var used: usize = 0;

pub fn main() void {
    answer() catch {};
}

fn answer() !void {
    var fixed = std.heap.FixedBufferAllocator.init(&memory);
    const request = try std.json.parseFromSliceLeaky(std.json.Value, fixed.allocator(), readInput(), .{});
    const kv = (request.object.get("kv") orelse return error.NoKv).object;
    const old = if (kv.get("counter")) |text| try std.fmt.parseInt(u32, text.string, 10) else 0;

    try write("{\"data\":\"<!doctype html>\\n<title>Key/value store</title>\\n<p>Counter: ");
    try writeNumber(old + 1);
    try write("</p>\\n\",\"headers\":{\"content-type\":\"text/html\"},\"status\":200,\"kv\":{\"counter\":\"");
    try writeNumber(old + 1);
    try write("\"}}");
    const iovs = [1]ConstIovec{.{ .ptr = &output, .len = used }};
    var written: usize = 0;
    _ = fd_write(1, &iovs, 1, &written);
}

fn readInput() []const u8 {
    var len: usize = 0;
    while (len < input.len) {
        const iovs = [1]Iovec{.{ .ptr = input[len..].ptr, .len = input.len - len }};
        var count: usize = 0;
        if (fd_read(0, &iovs, 1, &count) != 0 or count == 0) break;
        len += count;
    }
    return input[0..len];
}

fn writeNumber(number: u32) !void {
    var digits: [10]u8 = undefined;
    var at: usize = digits.len;
    var rest = number;
    while (true) {
        at -= 1;
        digits[at] = '0' + @as(u8, @intCast(rest % 10));
        rest /= 10;
        if (rest == 0) break;
    }
    try write(digits[at..]);
}

fn write(text: []const u8) !void {
    if (text.len > output.len - used) return error.NoSpaceLeft;
    @memcpy(output[used..][0..text.len], text);
    used += text.len;
}
