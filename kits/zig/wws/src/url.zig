// SPDX-License-Identifier: Apache-2.0
//! Parts of a URL and of forms.

const std = @import("std");
const Pairs = @import("pairs.zig").Pairs;

/// The path of an absolute URL or of a target that begins with `/`; at least `/`.
pub fn path(url: []const u8) []const u8 {
    const from = pathStart(url);
    const to = std.mem.indexOfAnyPos(u8, url, from, "?#") orelse url.len;
    return if (from == to) "/" else url[from..to];
}

/// What stands between `?` and `#`; empty without a query.
pub fn query(url: []const u8) []const u8 {
    const to = std.mem.indexOfScalar(u8, url, '#') orelse url.len;
    const mark = std.mem.indexOfScalar(u8, url[0..to], '?') orelse return "";
    return url[mark + 1 .. to];
}

fn pathStart(url: []const u8) usize {
    if (url.len > 0 and url[0] == '/') return 0;
    const scheme = std.mem.indexOf(u8, url, "://") orelse return 0;
    return std.mem.indexOfAnyPos(u8, url, scheme + 3, "/?#") orelse url.len;
}

/// The first value of `name` in `a=1&b=2`, decoded.
pub fn find(allocator: std.mem.Allocator, text: []const u8, name: []const u8) error{OutOfMemory}!?[]const u8 {
    var fields = std.mem.tokenizeScalar(u8, text, '&');
    while (fields.next()) |field| {
        const equals = std.mem.indexOfScalar(u8, field, '=') orelse field.len;
        if (!std.mem.eql(u8, try decode(allocator, field[0..equals], .form), name)) continue;
        return try decode(allocator, field[@min(equals + 1, field.len)..], .form);
    }
    return null;
}

/// Every field of `a=1&b=2`, decoded, in its order.
pub fn parseForm(allocator: std.mem.Allocator, text: []const u8) error{OutOfMemory}!Pairs {
    var pairs = Pairs{};
    var fields = std.mem.tokenizeScalar(u8, text, '&');
    while (fields.next()) |field| {
        const equals = std.mem.indexOfScalar(u8, field, '=') orelse field.len;
        const name = try decode(allocator, field[0..equals], .form);
        try pairs.append(allocator, name, try decode(allocator, field[@min(equals + 1, field.len)..], .form));
    }
    return pairs;
}

/// In a form, `+` is a space.
pub const Kind = enum { path, form };

/// Percent-decodes; a `%` without two digits stays. Text without anything to decode is returned as it is.
pub fn decode(allocator: std.mem.Allocator, text: []const u8, kind: Kind) error{OutOfMemory}![]const u8 {
    const special = if (kind == .form) "%+" else "%";
    if (std.mem.indexOfAny(u8, text, special) == null) return text;
    const to = try allocator.alloc(u8, text.len);
    var used: usize = 0;
    var at: usize = 0;
    while (at < text.len) : (used += 1) {
        to[used] = text[at];
        at += 1;
        if (text[at - 1] == '+' and kind == .form) to[used] = ' ';
        if (text[at - 1] != '%' or at + 2 > text.len) continue;
        to[used] = std.fmt.parseInt(u8, text[at..][0..2], 16) catch continue;
        at += 2;
    }
    return to[0..used];
}
