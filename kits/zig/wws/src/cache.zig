// SPDX-License-Identifier: Apache-2.0
//! The worker's keys and values: what the host sent, and what this run changes of it.

const std = @import("std");
const compat = @import("compat.zig");
const json = @import("json.zig");

/// A namespace of the key/value store as this run sees it. It is always written back whole, so a key that
/// nobody touches stays as it is; `delete` is the only way to lose one. Not thread-safe.
pub const Cache = struct {
    /// Copies of keys and values, and the table, are allocated here.
    allocator: std.mem.Allocator,
    entries: []Entry = &.{},
    used: usize = 0,
    live: usize = 0,
    index: []u32 = &.{},

    /// `seed` is what the host sent, `value` what is there now; null is absent.
    const Entry = struct { key: []const u8, seed: ?[]const u8, value: ?[]const u8 };

    /// Up to this many keys are searched one by one, beyond by a hash table.
    const linear_max = 16;
    const free_slot = std.math.maxInt(u32);

    pub const Error = error{OutOfMemory};
    pub const IncrementError = error{ OutOfMemory, NotANumber, Overflow };

    pub fn init(allocator: std.mem.Allocator) Cache {
        return .{ .allocator = allocator };
    }

    /// Takes over a key that the host sent; a repeated key keeps its last value. The texts are not copied.
    pub fn seed(self: *Cache, key: []const u8, value: []const u8) Error!void {
        const entry = try self.findOrAdd(key, key);
        if (entry.value == null) self.live += 1;
        entry.seed = value;
        entry.value = value;
    }

    pub fn count(self: *const Cache) usize {
        return self.live;
    }

    /// The value, valid until the request is done, whatever happens to the key meanwhile.
    pub fn get(self: *const Cache, key: []const u8) ?[]const u8 {
        return self.entries[self.find(key) orelse return null].value;
    }

    /// Sets a value; key and value are copied.
    pub fn put(self: *Cache, key: []const u8, value: []const u8) Error!void {
        const copy = try self.allocator.dupe(u8, value);
        const entry = if (self.find(key)) |at|
            &self.entries[at]
        else
            try self.findOrAdd(key, try self.allocator.dupe(u8, key));
        if (entry.value == null) self.live += 1;
        entry.value = copy;
    }

    /// Removes a key; false when it was not there.
    pub fn delete(self: *Cache, key: []const u8) bool {
        const entry = &self.entries[self.find(key) orelse return false];
        if (entry.value == null) return false;
        entry.value = null;
        self.live -= 1;
        return true;
    }

    /// The value as a decimal number; null when the key is absent.
    pub fn getInt(self: *const Cache, comptime T: type, key: []const u8) error{NotANumber}!?T {
        return std.fmt.parseInt(T, self.get(key) orelse return null, 10) catch error.NotANumber;
    }

    pub fn putInt(self: *Cache, key: []const u8, value: anytype) Error!void {
        var buffer: [40]u8 = undefined;
        try self.put(key, compat.bufPrint(&buffer, "{d}", .{value}) catch unreachable);
    }

    /// Adds to a number, which begins at 0, and returns the sum.
    pub fn increment(self: *Cache, key: []const u8, by: i64) IncrementError!i64 {
        const old = try self.getInt(i64, key) orelse 0;
        const sum = std.math.add(i64, old, by) catch return error.Overflow;
        try self.putInt(key, sum);
        return sum;
    }

    /// Goes over what is there now, in the order of the keys' first appearance.
    pub fn iterate(self: *const Cache) Iterator {
        return .{ .cache = self };
    }

    pub const Item = struct { key: []const u8, value: []const u8 };

    pub const Iterator = struct {
        cache: *const Cache,
        at: usize = 0,

        pub fn next(self: *Iterator) ?Item {
            while (self.at < self.cache.used) {
                const entry = self.cache.entries[self.at];
                self.at += 1;
                if (entry.value) |value| return .{ .key = entry.key, .value = value };
            }
            return null;
        }
    };

    /// Forgets what this run changed.
    pub fn revert(self: *Cache) void {
        self.live = 0;
        for (self.entries[0..self.used]) |*entry| {
            entry.value = entry.seed;
            if (entry.seed != null) self.live += 1;
        }
    }

    /// JSON can't carry anything but UTF-8.
    pub fn isUtf8(self: *const Cache) bool {
        for (self.entries[0..self.used]) |entry| {
            const value = entry.value orelse continue;
            // What the host sent came as JSON already.
            if (entry.seed) |sent| {
                if (sent.ptr == value.ptr) continue;
            }
            if (!std.unicode.utf8ValidateSlice(entry.key) or !std.unicode.utf8ValidateSlice(value)) return false;
        }
        return true;
    }

    /// Writes the namespace as a JSON object.
    pub fn write(self: *const Cache, writer: anytype) !void {
        try writer.writeAll("{");
        var items = self.iterate();
        var first = true;
        while (items.next()) |item| {
            if (!first) try writer.writeAll(",");
            first = false;
            try json.writeKept(writer, item.key);
            try writer.writeAll(":");
            try json.writeKept(writer, item.value);
        }
        try writer.writeAll("}");
    }

    fn findOrAdd(self: *Cache, key: []const u8, kept_key: []const u8) Error!*Entry {
        const at = self.find(key) orelse try self.add(kept_key);
        return &self.entries[at];
    }

    fn find(self: *const Cache, key: []const u8) ?usize {
        if (self.index.len == 0) {
            for (self.entries[0..self.used], 0..) |entry, at| {
                if (std.mem.eql(u8, entry.key, key)) return at;
            }
            return null;
        }
        const at = self.index[self.slot(key)];
        return if (at == free_slot) null else at;
    }

    fn add(self: *Cache, key: []const u8) Error!usize {
        if (self.used == self.entries.len) {
            self.entries = try self.allocator.realloc(self.entries, self.used + self.used / 2 + 8);
        }
        if (self.used >= linear_max and self.used * 2 >= self.index.len) try self.rebuildIndex();
        const at = self.used;
        if (self.index.len > 0) self.index[self.slot(key)] = @intCast(at);
        self.entries[at] = .{ .key = key, .seed = null, .value = null };
        self.used += 1;
        return at;
    }

    /// An open table of at most half its slots; keys never leave it, so there is nothing to clean up.
    fn rebuildIndex(self: *Cache) Error!void {
        const bigger = try self.allocator.alloc(u32, @max(self.index.len * 2, linear_max * 8));
        self.allocator.free(self.index);
        self.index = bigger;
        @memset(bigger, free_slot);
        for (self.entries[0..self.used], 0..) |entry, at| bigger[self.slot(entry.key)] = @intCast(at);
    }

    /// Where the key is, or the free slot where it would be.
    fn slot(self: *const Cache, key: []const u8) usize {
        const mask = self.index.len - 1;
        var at = hash(key) & mask;
        while (true) : (at = (at + 1) & mask) {
            const taken = self.index[at];
            if (taken == free_slot or std.mem.eql(u8, self.entries[taken].key, key)) return at;
        }
    }

    /// FNV-1a with a last mix, short in code. The keys of one namespace are its owner's choice.
    fn hash(key: []const u8) usize {
        var h: u32 = 0x811c9dc5;
        for (key) |byte| h = (h ^ byte) *% 0x01000193;
        return h ^ (h >> 15);
    }
};
