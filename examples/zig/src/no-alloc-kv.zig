// SPDX-License-Identifier: Apache-2.0
//! A counter in a fixed buffer: the worker never asks for memory. A request that does not fit is refused.

const std = @import("std");
const wws = @import("wws");
const counter = @import("counter.zig");

/// Room for 32 KiB of headers, body and keys, and for what is made of them.
var buffer: [64 * 1024]u8 = undefined;

pub fn main() void {
    var fixed = std.heap.FixedBufferAllocator.init(&buffer);
    wws.serveWith(fixed.allocator(), counter.handle);
}
