// SPDX-License-Identifier: Apache-2.0
const std = @import("std");
const wws = @import("wws");
const testing = std.testing;

fn withArena(comptime check: fn (cache: *wws.Cache) anyerror!void) !void {
    var arena = std.heap.ArenaAllocator.init(testing.allocator);
    defer arena.deinit();
    var cache = wws.Cache.init(arena.allocator());
    try cache.seed("a", "1");
    try cache.seed("b", "2");
    try check(&cache);
}

fn expectWritten(cache: *const wws.Cache, expected: []const u8) !void {
    var out = wws.testing.Text{ .allocator = testing.allocator };
    defer testing.allocator.free(out.bytes);
    try cache.write(&out);
    try testing.expectEqualStrings(expected, out.bytes[0..out.len]);
}

test "Z6: a cache that nobody touches is written as it came" {
    try withArena(struct {
        fn check(cache: *wws.Cache) !void {
            try expectWritten(cache, "{\"a\":\"1\",\"b\":\"2\"}");
        }
    }.check);
}

test "put, get, delete, count and iterate agree" {
    try withArena(struct {
        fn check(cache: *wws.Cache) !void {
            try cache.put("c", "3");
            try cache.put("a", "one");
            try testing.expect(cache.delete("b"));
            try testing.expect(!cache.delete("b"));
            try testing.expect(!cache.delete("never"));
            try testing.expectEqual(@as(usize, 2), cache.count());
            try testing.expect(cache.get("b") == null);
            try expectWritten(cache, "{\"a\":\"one\",\"c\":\"3\"}");
            try cache.put("b", "back");
            try expectWritten(cache, "{\"a\":\"one\",\"b\":\"back\",\"c\":\"3\"}");
        }
    }.check);
}

test "put copies what it is given" {
    try withArena(struct {
        fn check(cache: *wws.Cache) !void {
            var key = [_]u8{ 'k', 'e', 'y' };
            var value = [_]u8{ 'v', 'a', 'l' };
            try cache.put(&key, &value);
            @memset(&key, 'x');
            @memset(&value, 'x');
            try testing.expectEqualStrings("val", cache.get("key").?);
        }
    }.check);
}

test "numbers" {
    try withArena(struct {
        fn check(cache: *wws.Cache) !void {
            try testing.expectEqual(@as(i64, 2), try cache.increment("a", 1));
            try testing.expectEqual(@as(i64, -5), try cache.increment("new", -5));
            try testing.expectEqual(@as(?u8, 2), try cache.getInt(u8, "a"));
            try testing.expectEqual(@as(?u8, null), try cache.getInt(u8, "none"));
            try testing.expectError(error.NotANumber, cache.getInt(u8, "new"));
            try cache.put("text", "many");
            try testing.expectError(error.NotANumber, cache.increment("text", 1));
            try cache.putInt("max", @as(i64, std.math.maxInt(i64)));
            try testing.expectError(error.Overflow, cache.increment("max", 1));
        }
    }.check);
}

test "revert forgets every change" {
    try withArena(struct {
        fn check(cache: *wws.Cache) !void {
            try cache.put("a", "x");
            try cache.put("new", "x");
            _ = cache.delete("b");
            cache.revert();
            try testing.expectEqual(@as(usize, 2), cache.count());
            try expectWritten(cache, "{\"a\":\"1\",\"b\":\"2\"}");
        }
    }.check);
}

test "thousands of keys, compared with a map of the standard library" {
    var arena = std.heap.ArenaAllocator.init(testing.allocator);
    defer arena.deinit();
    var cache = wws.Cache.init(arena.allocator());
    var model = std.StringHashMap(u32).init(arena.allocator());
    var random = std.Random.DefaultPrng.init(42);
    for (0..20_000) |step| {
        var buffer: [16]u8 = undefined;
        const number = random.random().uintLessThan(u32, 3000);
        const key = try arena.allocator().dupe(u8, std.fmt.bufPrint(&buffer, "key-{d}", .{number}) catch unreachable);
        if (step % 4 == 3) {
            try testing.expectEqual(model.remove(key), cache.delete(key));
        } else {
            try cache.putInt(key, step);
            try model.put(key, @intCast(step));
        }
        try testing.expectEqual(@as(usize, model.count()), cache.count());
    }
    var items = cache.iterate();
    var seen: usize = 0;
    while (items.next()) |item| : (seen += 1) {
        try testing.expectEqual(model.get(item.key).?, try std.fmt.parseInt(u32, item.value, 10));
    }
    try testing.expectEqual(@as(usize, model.count()), seen);
}
