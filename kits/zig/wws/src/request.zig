// SPDX-License-Identifier: Apache-2.0
//! The request of one run.

const std = @import("std");
const Cache = @import("cache.zig").Cache;
const Pairs = @import("pairs.zig").Pairs;
const url_text = @import("url.zig");

/// What the host sent. The texts are valid until `Parsed.deinit`; so is what the helpers return.
pub const Request = struct {
    /// Absolute, as the client sent it.
    url: []const u8,
    /// As the client sent it, any word.
    method: []const u8,
    /// Names are lower case.
    headers: Pairs = .{},
    body: []const u8 = "",
    /// Parts of the route: `id` of `[id]`, `rest` of `[...rest]`.
    params: Pairs = .{},
    /// The worker's keys and values; empty without a namespace.
    kv: *Cache,
    /// Where the helpers put what they decode; freed with the request.
    allocator: std.mem.Allocator,

    /// The method if it is one that `std.http` knows.
    pub fn knownMethod(self: Request) ?std.http.Method {
        const known = [_]std.http.Method{ .GET, .HEAD, .POST, .PUT, .DELETE, .CONNECT, .OPTIONS, .TRACE, .PATCH };
        inline for (known) |candidate| {
            if (std.mem.eql(u8, @tagName(candidate), self.method)) return candidate;
        }
        return null;
    }

    /// A header's value; the name in any case.
    pub fn header(self: Request, name: []const u8) ?[]const u8 {
        return self.headers.getIgnoreCase(name);
    }

    /// A part of the route.
    pub fn param(self: Request, name: []const u8) ?[]const u8 {
        return self.params.get(name);
    }

    /// The path of the URL as it was sent: percent-encoded, without the query.
    pub fn path(self: Request) []const u8 {
        return url_text.path(self.url);
    }

    /// The first value of a query parameter, decoded.
    pub fn query(self: Request, name: []const u8) error{OutOfMemory}!?[]const u8 {
        return url_text.find(self.allocator, url_text.query(self.url), name);
    }

    /// A query parameter as a decimal number; null when it is absent or none.
    pub fn queryInt(self: Request, comptime T: type, name: []const u8) error{OutOfMemory}!?T {
        const text = try self.query(name) orelse return null;
        return std.fmt.parseInt(T, text, 10) catch null;
    }

    /// The fields of a body of type `application/x-www-form-urlencoded`, decoded.
    pub fn form(self: Request) error{OutOfMemory}!Pairs {
        return url_text.parseForm(self.allocator, self.body);
    }

    /// A cookie's value as it was sent.
    pub fn cookie(self: Request, name: []const u8) ?[]const u8 {
        var rest = std.mem.tokenizeScalar(u8, self.header("cookie") orelse return null, ';');
        while (rest.next()) |pair| {
            const trimmed = std.mem.trim(u8, pair, " \t");
            const equals = std.mem.indexOfScalar(u8, trimmed, '=') orelse continue;
            if (std.mem.eql(u8, trimmed[0..equals], name)) return trimmed[equals + 1 ..];
        }
        return null;
    }

    /// The body as JSON. Fields that `T` does not have are ignored.
    pub fn json(self: Request, comptime T: type) error{ OutOfMemory, InvalidBody }!T {
        const options = std.json.ParseOptions{ .ignore_unknown_fields = true };
        return std.json.parseFromSliceLeaky(T, self.allocator, self.body, options) catch |err| switch (err) {
            error.OutOfMemory => error.OutOfMemory,
            else => error.InvalidBody,
        };
    }
};
