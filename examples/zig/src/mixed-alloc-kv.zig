// SPDX-License-Identifier: Apache-2.0
//! A counter in a fixed buffer that goes on in the heap when the buffer is full.

const std = @import("std");
const wws = @import("wws");
const counter = @import("counter.zig");

var buffer: [16 * 1024]u8 = undefined;

pub fn main() void {
    var mixed = wws.BufferFirstAllocator.init(&buffer, std.heap.wasm_allocator);
    wws.serveWith(mixed.allocator(), counter.handle);
}
