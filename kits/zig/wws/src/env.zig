// SPDX-License-Identifier: Apache-2.0
//! The worker's variables: `vars` of its configuration are its whole environment.

const std = @import("std");
const compat = @import("compat.zig");
const host = @import("host.zig");
const wasi = @import("wasi.zig");

/// The value of a variable, allocated; null when there is none of that name.
pub fn env(allocator: std.mem.Allocator, name: []const u8) error{ OutOfMemory, ReadFailed }!?[]u8 {
    if (!compat.is_wasm) return try allocator.dupe(u8, host.vars.get(name) orelse return null);
    var count: usize = 0;
    var bytes: usize = 0;
    if (wasi.environ_sizes_get(&count, &bytes) != wasi.success) return error.ReadFailed;
    if (count == 0) return null;
    const pointers = try allocator.alloc([*:0]u8, count);
    defer allocator.free(pointers);
    const buffer = try allocator.alloc(u8, bytes);
    defer allocator.free(buffer);
    if (wasi.environ_get(pointers.ptr, buffer.ptr) != wasi.success) return error.ReadFailed;
    for (pointers) |pointer| {
        const entry = std.mem.span(pointer);
        if (entry.len <= name.len or entry[name.len] != '=') continue;
        if (std.mem.startsWith(u8, entry, name)) return try allocator.dupe(u8, entry[name.len + 1 ..]);
    }
    return null;
}
