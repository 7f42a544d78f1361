// SPDX-License-Identifier: Apache-2.0
//! An allocator that takes a buffer first and another allocator when the buffer is full.

const std = @import("std");
const compat = @import("compat.zig");

/// Usual requests stay in the buffer, large ones go on in the fallback. Must not be moved once `allocator` was called.
pub const BufferFirstAllocator = struct {
    fixed: std.heap.FixedBufferAllocator,
    fallback: std.mem.Allocator,

    const table = compat.allocatorTable(Functions);

    pub fn init(buffer: []u8, fallback: std.mem.Allocator) BufferFirstAllocator {
        return .{ .fixed = std.heap.FixedBufferAllocator.init(buffer), .fallback = fallback };
    }

    pub fn allocator(self: *BufferFirstAllocator) std.mem.Allocator {
        return .{ .ptr = self, .vtable = &table };
    }

    const Functions = struct {
        pub fn alloc(context: *anyopaque, len: usize, alignment: compat.Alignment, address: usize) ?[*]u8 {
            const self: *BufferFirstAllocator = @ptrCast(@alignCast(context));
            return self.fixed.allocator().rawAlloc(len, alignment, address) orelse
                self.fallback.rawAlloc(len, alignment, address);
        }

        pub fn resize(context: *anyopaque, memory: []u8, alignment: compat.Alignment, len: usize, address: usize) bool {
            const self: *BufferFirstAllocator = @ptrCast(@alignCast(context));
            return self.owner(memory).rawResize(memory, alignment, len, address);
        }

        pub fn free(context: *anyopaque, memory: []u8, alignment: compat.Alignment, address: usize) void {
            const self: *BufferFirstAllocator = @ptrCast(@alignCast(context));
            self.owner(memory).rawFree(memory, alignment, address);
        }
    };

    fn owner(self: *BufferFirstAllocator, memory: []u8) std.mem.Allocator {
        return if (self.fixed.ownsPtr(memory.ptr)) self.fixed.allocator() else self.fallback;
    }
};
