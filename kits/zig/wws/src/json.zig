// SPDX-License-Identifier: Apache-2.0
//! Reading and writing the protocol's JSON: a scanner that unescapes strings where they stand, so that a
//! request of any size is held once, and a writer of strings. (`Request.json` uses `std.json`.)

const std = @import("std");

/// Nesting that `skipValue` follows in fields it does not know.
pub const depth_max = 60;

pub const Scanner = struct {
    /// Owned by the caller; strings are slices of it.
    text: []u8,
    /// Offset of the next byte, and of the fault after an error.
    at: usize = 0,
    /// Keeps a lone surrogate as three bytes, as `writeKept` expects it; else it becomes U+FFFD.
    keep_surrogates: bool = false,

    pub const Error = error{InvalidJson};

    pub fn init(text: []u8) Scanner {
        return .{ .text = text };
    }

    /// Consumes white space and then `byte`.
    pub fn expect(self: *Scanner, byte: u8) Error!void {
        if (self.peek() != byte) return error.InvalidJson;
        self.at += 1;
    }

    /// Consumes `byte` when it is next.
    pub fn accept(self: *Scanner, byte: u8) bool {
        if (self.peek() != byte) return false;
        self.at += 1;
        return true;
    }

    /// The next byte that is not white space, not consumed; 0 at the end.
    pub fn peek(self: *Scanner) u8 {
        while (self.at < self.text.len) : (self.at += 1) {
            switch (self.text[self.at]) {
                ' ', '\t', '\n', '\r' => {},
                else => |byte| return byte,
            }
        }
        return 0;
    }

    /// Nothing but white space may follow.
    pub fn expectEnd(self: *Scanner) Error!void {
        _ = self.peek();
        if (self.at != self.text.len) return error.InvalidJson;
    }

    /// A string, unescaped in place.
    pub fn string(self: *Scanner) Error![]u8 {
        try self.expect('"');
        const from = self.at;
        self.at = plainEnd(self.text, from);
        if (self.at < self.text.len and self.text[self.at] == '"') {
            defer self.at += 1;
            return self.text[from..self.at];
        }
        return self.unescape(from);
    }

    fn unescape(self: *Scanner, from: usize) Error![]u8 {
        var to = self.at;
        while (self.at < self.text.len) {
            switch (self.text[self.at]) {
                '"' => {
                    self.at += 1;
                    return self.text[from..to];
                },
                '\\' => to += try self.escape(to),
                0...0x1f => return error.InvalidJson,
                else => {
                    const plain = self.text[self.at..plainEnd(self.text, self.at)];
                    std.mem.copyForwards(u8, self.text[to..], plain);
                    to += plain.len;
                    self.at += plain.len;
                },
            }
        }
        return error.InvalidJson;
    }

    /// Writes what the escape at `at` stands for to `to` and returns its length.
    fn escape(self: *Scanner, to: usize) Error!usize {
        if (self.at + 1 >= self.text.len) return error.InvalidJson;
        const byte: u8 = switch (self.text[self.at + 1]) {
            '"', '\\', '/' => |same| same,
            'b' => 8,
            'f' => 12,
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => return self.unicodeEscape(to),
            else => return error.InvalidJson,
        };
        self.text[to] = byte;
        self.at += 2;
        return 1;
    }

    fn unicodeEscape(self: *Scanner, to: usize) Error!usize {
        var code: u21 = try self.hex(self.at + 2);
        self.at += 6;
        if (code & 0xfc00 == 0xd800 and std.mem.startsWith(u8, self.text[self.at..], "\\u")) {
            const low = try self.hex(self.at + 2);
            if (low & 0xfc00 == 0xdc00) {
                code = 0x10000 + ((code & 0x3ff) << 10 | (low & 0x3ff));
                self.at += 6;
            }
        }
        if (code & 0x1ff800 == 0xd800 and !self.keep_surrogates) code = 0xfffd;
        return encodeUtf8(code, self.text[to..]);
    }

    fn hex(self: *Scanner, at: usize) Error!u21 {
        if (at + 4 > self.text.len) return error.InvalidJson;
        var value: u21 = 0;
        for (self.text[at..][0..4]) |digit| {
            value = value << 4 | (std.fmt.charToDigit(digit, 16) catch return error.InvalidJson);
        }
        return value;
    }

    /// Steps over one value of any type.
    pub fn skipValue(self: *Scanner) Error!void {
        // One bit for each open value, the innermost lowest: 1 an object, 0 an array; a leading 1 ends the stack.
        var open: u64 = 1;
        while (true) {
            const opened = try self.skipToken(&open);
            if (!opened and try self.closeValues(&open)) return;
        }
    }

    /// A value without parts, or the opening of one with parts; true when a value must follow.
    fn skipToken(self: *Scanner, open: *u64) Error!bool {
        const byte = self.peek();
        if (byte != '{' and byte != '[') {
            if (byte == '"') _ = try self.string() else try self.skipWord();
            return false;
        }
        if (open.* >> depth_max != 0) return error.InvalidJson;
        self.at += 1;
        open.* = open.* << 1 | @intFromBool(byte == '{');
        if (self.peek() == byte + 2) return false; // '{' and '}', '[' and ']' are two apart
        if (byte == '{') try self.skipName();
        return true;
    }

    /// After a value: closes what ends here; true when nothing is open any more.
    fn closeValues(self: *Scanner, open: *u64) Error!bool {
        while (open.* > 1) {
            const in_object = open.* & 1 == 1;
            if (self.accept(',')) {
                if (in_object) try self.skipName();
                return false;
            }
            try self.expect(if (in_object) '}' else ']');
            open.* >>= 1;
        }
        return true;
    }

    fn skipName(self: *Scanner) Error!void {
        _ = try self.string();
        try self.expect(':');
    }

    fn skipWord(self: *Scanner) Error!void {
        const from = self.at;
        while (self.at < self.text.len) : (self.at += 1) {
            switch (self.text[self.at]) {
                '0'...'9', 'a'...'z', 'E', '+', '-', '.' => {},
                else => break,
            }
        }
        const word = self.text[from..self.at];
        if (word.len == 0) return error.InvalidJson;
        switch (word[0]) {
            '-', '0'...'9' => {},
            else => {
                for ([_][]const u8{ "true", "false", "null" }) |known| {
                    if (std.mem.eql(u8, word, known)) return;
                }
                self.at = from;
                return error.InvalidJson;
            },
        }
    }
};

/// Offset of the first byte from `from` on that is a quote, a backslash or a control character.
fn plainEnd(text: []const u8, from: usize) usize {
    var at = from;
    while (at + 8 <= text.len) : (at += 8) {
        if (anyNeedsEscape(std.mem.readInt(u64, text[at..][0..8], .little))) break;
    }
    while (at < text.len and !needsEscape(text[at])) at += 1;
    return at;
}

fn needsEscape(byte: u8) bool {
    return byte < 0x20 or byte == '"' or byte == '\\';
}

/// True if any of eight bytes is a quote, a backslash or below 0x20.
fn anyNeedsEscape(word: u64) bool {
    const ones: u64 = 0x0101010101010101;
    const quote = word ^ (ones * '"');
    const backslash = word ^ (ones * '\\');
    const found = ((word -% ones * 0x20) & ~word) | ((quote -% ones) & ~quote) | ((backslash -% ones) & ~backslash);
    return found & (ones * 0x80) != 0;
}

fn encodeUtf8(code: u21, to: []u8) usize {
    if (code < 0x80) {
        to[0] = @intCast(code);
        return 1;
    }
    const len: usize = if (code < 0x800) 2 else if (code < 0x10000) 3 else 4;
    var rest = code;
    var i = len - 1;
    while (i > 0) : (i -= 1) {
        to[i] = @intCast(0x80 | (rest & 0x3f));
        rest >>= 6;
    }
    to[0] = @intCast(rest | @as(u21, switch (len) {
        2 => 0xc0,
        3 => 0xe0,
        else => 0xf0,
    }));
    return len;
}

/// Writes `text` as a JSON string. It must be UTF-8; the caller has seen to that.
pub fn writeString(writer: anytype, text: []const u8) !void {
    try writer.writeAll("\"");
    try writeEscaped(writer, text);
    try writer.writeAll("\"");
}

/// The inside of a JSON string.
pub fn writeEscaped(writer: anytype, text: []const u8) !void {
    var rest = text;
    while (true) {
        const plain = plainEnd(rest, 0);
        if (plain > 0) try writer.writeAll(rest[0..plain]);
        if (plain == rest.len) return;
        try writeEscape(writer, rest[plain]);
        rest = rest[plain + 1 ..];
    }
}

/// Writes a string that may hold lone surrogates as three bytes each; they become escapes again.
pub fn writeKept(writer: anytype, text: []const u8) !void {
    try writer.writeAll("\"");
    var rest = text;
    while (surrogate(rest)) |at| {
        try writeEscaped(writer, rest[0..at]);
        const low = @as(u16, rest[at + 1] & 0x3f) << 6 | (rest[at + 2] & 0x3f);
        try writer.writeAll(&unicodeEscapeOf(0xd000 | low));
        rest = rest[at + 3 ..];
    }
    try writeEscaped(writer, rest);
    try writer.writeAll("\"");
}

/// Offset of the first lone surrogate: 0xed, then 0xa0 to 0xbf, which UTF-8 does not allow.
fn surrogate(text: []const u8) ?usize {
    var from: usize = 0;
    while (std.mem.indexOfScalarPos(u8, text, from, 0xed)) |at| {
        if (at + 2 < text.len and text[at + 1] >= 0xa0) return at;
        from = at + 1;
    }
    return null;
}

fn unicodeEscapeOf(code: u16) [6]u8 {
    const digits = "0123456789abcdef";
    return .{ '\\', 'u', digits[code >> 12], digits[code >> 8 & 15], digits[code >> 4 & 15], digits[code & 15] };
}

fn writeEscape(writer: anytype, byte: u8) !void {
    switch (byte) {
        '"' => try writer.writeAll("\\\""),
        '\\' => try writer.writeAll("\\\\"),
        '\n' => try writer.writeAll("\\n"),
        '\r' => try writer.writeAll("\\r"),
        '\t' => try writer.writeAll("\\t"),
        else => try writer.writeAll(&unicodeEscapeOf(byte)),
    }
}

const base64_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Writes `bytes` as a JSON string in padded base64 of the standard alphabet.
pub fn writeBase64(writer: anytype, bytes: []const u8) !void {
    try writer.writeAll("\"");
    var rest = bytes;
    while (rest.len > 0) {
        var block: [256]u8 = undefined;
        const count = @min(rest.len, block.len / 4 * 3);
        try writer.writeAll(encodeBlock(&block, rest[0..count]));
        rest = rest[count..];
    }
    try writer.writeAll("\"");
}

/// Only a block that is not a multiple of three is padded, so it must be the last one.
fn encodeBlock(block: *[256]u8, bytes: []const u8) []const u8 {
    var to: usize = 0;
    var from: usize = 0;
    while (from < bytes.len) : (from += 3) {
        const left = bytes.len - from;
        const a: u32 = bytes[from];
        const b: u32 = if (left > 1) bytes[from + 1] else 0;
        const c: u32 = if (left > 2) bytes[from + 2] else 0;
        const bits = a << 16 | b << 8 | c;
        block[to] = base64_digits[bits >> 18];
        block[to + 1] = base64_digits[bits >> 12 & 63];
        block[to + 2] = if (left > 1) base64_digits[bits >> 6 & 63] else '=';
        block[to + 3] = if (left > 2) base64_digits[bits & 63] else '=';
        to += 4;
    }
    return block[0..to];
}
