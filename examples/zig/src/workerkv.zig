// SPDX-License-Identifier: Apache-2.0
//! A counter whose memory comes from the heap: a request may be as large as the server allows.

const std = @import("std");
const wws = @import("wws");
const counter = @import("counter.zig");

pub fn main() void {
    wws.serveWith(std.heap.wasm_allocator, counter.handle);
}
