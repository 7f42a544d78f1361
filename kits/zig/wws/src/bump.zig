// SPDX-License-Identifier: Apache-2.0
//! The allocator for one run: it hands out memory from the end of the program's data upward, grows the last
//! allocation in place and takes only the last one back. A run is over in microseconds and the host
//! drops its memory, so there is no bookkeeping. Natively it is the page allocator, for tests.

const std = @import("std");
const builtin = @import("builtin");
const compat = @import("compat.zig");

pub const allocator: std.mem.Allocator = if (compat.is_wasm)
    .{ .ptr = undefined, .vtable = &table }
else
    std.heap.page_allocator;

const table = compat.allocatorTable(Functions);
const page_bytes = 64 * 1024;

var next: usize = 0;
var end: usize = 0;

extern const __heap_base: u8;

const Functions = struct {
    pub fn alloc(_: *anyopaque, len: usize, alignment: compat.Alignment, _: usize) ?[*]u8 {
        if (end == 0) start();
        const mask = compat.alignmentBytes(alignment) - 1;
        const address = (next +| mask) & ~mask;
        if (reserve(address, len)) return @ptrFromInt(address);
        // Somebody else grew the memory in between: go on behind it.
        next = @wasmMemorySize(0) * page_bytes;
        end = next;
        return if (reserve(next, len)) @ptrFromInt(next - len) else null;
    }

    pub fn resize(_: *anyopaque, memory: []u8, _: compat.Alignment, new_len: usize, _: usize) bool {
        const address = @intFromPtr(memory.ptr);
        if (new_len <= memory.len and address + memory.len != next) return true;
        return address + memory.len == next and reserve(address, new_len);
    }

    pub fn free(_: *anyopaque, memory: []u8, _: compat.Alignment, _: usize) void {
        const address = @intFromPtr(memory.ptr);
        if (address + memory.len == next) next = address;
    }
};

/// The rest of the first pages belongs to us unless a C library has its own heap there.
fn start() void {
    const memory_end = @wasmMemorySize(0) * page_bytes;
    next = if (builtin.link_libc) memory_end else @intFromPtr(&__heap_base);
    end = memory_end;
}

/// Makes `[address, address + len)` ours; false when the memory can't be contiguous or can't grow.
fn reserve(address: usize, len: usize) bool {
    const new_next = std.math.add(usize, address, len) catch return false;
    if (new_next > end) {
        if (end != @wasmMemorySize(0) * page_bytes) return false;
        const pages = (new_next - end + page_bytes - 1) / page_bytes;
        if (@wasmMemoryGrow(0, pages) < 0) return false;
        end += pages * page_bytes;
    }
    next = new_next;
    return true;
}
