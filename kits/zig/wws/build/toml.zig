// SPDX-License-Identifier: Apache-2.0
//! The text of a worker's configuration. Every key that is not ours and every value is quoted.

const std = @import("std");

/// Appends to a text that never needs to be freed: a build's allocator is an arena.
pub const Writer = struct {
    allocator: std.mem.Allocator,
    text: []u8 = &.{},
    len: usize = 0,

    pub fn written(self: *const Writer) []const u8 {
        return self.text[0..self.len];
    }

    /// `[header]` or `[[header]]` after an empty line.
    pub fn table(self: *Writer, header: []const u8) void {
        self.raw("\n");
        self.raw(header);
        self.raw("\n");
    }

    /// `key = "value"` with a bare key.
    pub fn string(self: *Writer, key: []const u8, value: []const u8) void {
        self.raw(key);
        self.raw(" = ");
        self.quoted(value);
        self.raw("\n");
    }

    /// `"key" = "value"` with a key of any characters.
    pub fn quotedPair(self: *Writer, key: []const u8, value: []const u8) void {
        self.quoted(key);
        self.raw(" = ");
        self.quoted(value);
        self.raw("\n");
    }

    /// `key = ["a", "b"]`; nothing for an empty list.
    pub fn strings(self: *Writer, key: []const u8, values: []const []const u8) void {
        if (values.len == 0) return;
        self.raw(key);
        self.raw(" = [");
        for (values, 0..) |value, at| {
            if (at > 0) self.raw(", ");
            self.quoted(value);
        }
        self.raw("]\n");
    }

    pub fn boolean(self: *Writer, key: []const u8, value: bool) void {
        self.raw(key);
        self.raw(if (value) " = true\n" else " = false\n");
    }

    pub fn integer(self: *Writer, key: []const u8, value: u64) void {
        var digits: [20]u8 = undefined;
        var at: usize = digits.len;
        var rest = value;
        while (true) {
            at -= 1;
            digits[at] = '0' + @as(u8, @intCast(rest % 10));
            rest /= 10;
            if (rest == 0) break;
        }
        self.raw(key);
        self.raw(" = ");
        self.raw(digits[at..]);
        self.raw("\n");
    }

    /// A basic string (TOML 1.0, "String").
    fn quoted(self: *Writer, value: []const u8) void {
        if (!std.unicode.utf8ValidateSlice(value)) @panic("a worker's configuration must be UTF-8");
        self.raw("\"");
        for (value) |byte| {
            switch (byte) {
                '"' => self.raw("\\\""),
                '\\' => self.raw("\\\\"),
                '\n' => self.raw("\\n"),
                '\r' => self.raw("\\r"),
                '\t' => self.raw("\\t"),
                0...8, 11, 12, 14...0x1f, 0x7f => {
                    const digits = "0123456789ABCDEF";
                    self.raw(&[6]u8{ '\\', 'u', '0', '0', digits[byte >> 4], digits[byte & 15] });
                },
                else => self.raw(&[1]u8{byte}),
            }
        }
        self.raw("\"");
    }

    pub fn raw(self: *Writer, text: []const u8) void {
        if (self.len + text.len > self.text.len) {
            self.text = self.allocator.realloc(self.text, self.text.len * 2 + text.len + 256) catch @panic("out of memory");
        }
        @memcpy(self.text[self.len..][0..text.len], text);
        self.len += text.len;
    }
};

test "a string of any characters stays one string" {
    var writer = Writer{ .allocator = std.testing.allocator };
    defer std.testing.allocator.free(writer.text);
    writer.string("name", "a\"b\\c\nd\x00e\x7f\u{e9}");
    writer.quotedPair("a.b", ".\\foo");
    try std.testing.expectEqualStrings(
        "name = \"a\\\"b\\\\c\\nd\\u0000e\\u007F\u{e9}\"\n\"a.b\" = \".\\\\foo\"\n",
        writer.written(),
    );
}

test "nothing is printed for an empty list" {
    var writer = Writer{ .allocator = std.testing.allocator };
    defer std.testing.allocator.free(writer.text);
    writer.strings("hosts", &.{});
    try std.testing.expectEqualStrings("", writer.written());
    writer.strings("hosts", &.{ "a", "b" });
    writer.integer("n", 120);
    try std.testing.expectEqualStrings("hosts = [\"a\", \"b\"]\nn = 120\n", writer.written());
}
