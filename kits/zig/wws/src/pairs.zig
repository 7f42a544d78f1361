// SPDX-License-Identifier: Apache-2.0
//! Lists of names and values: headers, parameters, form fields. They are short, so they are searched from the front.

const std = @import("std");

pub const Pair = struct { name: []const u8, value: []const u8 };

/// A list of pairs in their order. The memory comes from the allocator given to each call.
pub const Pairs = struct {
    items: []const Pair = &.{},
    /// Room behind `items`; 0 while they are borrowed.
    capacity: usize = 0,

    /// Pairs that somebody else keeps; they are copied before the first change.
    pub fn from(items: []const Pair) Pairs {
        return .{ .items = items };
    }

    pub fn deinit(self: *Pairs, allocator: std.mem.Allocator) void {
        if (self.capacity > 0) allocator.free(self.owned());
        self.* = .{};
    }

    /// The value of the first pair with exactly this name.
    pub fn get(self: Pairs, name: []const u8) ?[]const u8 {
        for (self.items) |item| {
            if (std.mem.eql(u8, item.name, name)) return item.value;
        }
        return null;
    }

    /// The value of the first pair with this name in any case.
    pub fn getIgnoreCase(self: Pairs, name: []const u8) ?[]const u8 {
        for (self.items) |item| {
            if (std.ascii.eqlIgnoreCase(item.name, name)) return item.value;
        }
        return null;
    }

    /// Adds a pair at the end. The texts are not copied.
    pub fn append(self: *Pairs, allocator: std.mem.Allocator, name: []const u8, value: []const u8) error{OutOfMemory}!void {
        if (self.capacity <= self.items.len) try self.grow(allocator);
        const all = self.owned();
        all[self.items.len] = .{ .name = name, .value = value };
        self.items = all[0 .. self.items.len + 1];
    }

    /// Replaces every pair with this name, in any case, by one.
    pub fn setIgnoreCase(self: *Pairs, allocator: std.mem.Allocator, name: []const u8, value: []const u8) error{OutOfMemory}!void {
        try self.append(allocator, name, value);
        const all = self.owned()[0..self.items.len];
        var kept: usize = 0;
        for (all[0 .. all.len - 1]) |item| {
            if (std.ascii.eqlIgnoreCase(item.name, name)) continue;
            all[kept] = item;
            kept += 1;
        }
        all[kept] = .{ .name = name, .value = value };
        self.items = all[0 .. kept + 1];
    }

    fn grow(self: *Pairs, allocator: std.mem.Allocator) error{OutOfMemory}!void {
        const new_capacity = self.items.len + self.items.len / 2 + 8;
        if (self.capacity > 0) {
            self.items.ptr = (try allocator.realloc(self.owned(), new_capacity)).ptr;
        } else {
            const copy = try allocator.alloc(Pair, new_capacity);
            @memcpy(copy[0..self.items.len], self.items);
            self.items.ptr = copy.ptr;
        }
        self.capacity = new_capacity;
    }

    fn owned(self: Pairs) []Pair {
        return @constCast(self.items.ptr)[0..self.capacity];
    }
};
