// SPDX-License-Identifier: Apache-2.0
//! The answer of one run and how it is written.

const std = @import("std");
const compat = @import("compat.zig");
const json_text = @import("json.zig");
const Cache = @import("cache.zig").Cache;
const Pair = @import("pairs.zig").Pair;
const Pairs = @import("pairs.zig").Pairs;

/// What the client gets. Nothing is copied: the texts must live until the response is written.
pub const Response = struct {
    /// 100 to 999. `withStatus` takes a `std.http.Status` too.
    status: u16 = 200,
    /// The type of `data`; a `content-type` among `headers` goes before it. The host's default is `text/html`.
    content_type: ?[]const u8 = null,
    headers: Pairs = .{},
    /// The body: text, or bytes, which travel as base64 when they are not UTF-8.
    data: []const u8 = "",
    /// The namespace to write back, usually `request.kv`. `serve` sets it.
    kv: ?*const Cache = null,

    pub fn text(data: []const u8) Response {
        return bytes("text/plain; charset=utf-8", data);
    }

    pub fn html(data: []const u8) Response {
        return bytes("text/html; charset=utf-8", data);
    }

    pub fn bytes(content_type: []const u8, data: []const u8) Response {
        return .{ .content_type = content_type, .data = data };
    }

    /// `value` as JSON, by `std.json`.
    pub fn json(allocator: std.mem.Allocator, value: anytype) error{OutOfMemory}!Response {
        return bytes("application/json", try compat.jsonAlloc(allocator, value));
    }

    /// 303: the client goes on with GET.
    pub fn redirect(allocator: std.mem.Allocator, location: []const u8) error{OutOfMemory}!Response {
        var response = Response{ .status = 303 };
        try response.setHeader(allocator, "location", location);
        return response;
    }

    /// The same answer with another status: a number or a `std.http.Status`.
    pub fn withStatus(self: Response, status: anytype) Response {
        var changed = self;
        changed.status = if (comptime compat.isInteger(@TypeOf(status)))
            status
        else
            @intFromEnum(@as(std.http.Status, status));
        return changed;
    }

    /// Sets a header; one of the same name is replaced.
    pub fn setHeader(self: *Response, allocator: std.mem.Allocator, name: []const u8, value: []const u8) error{OutOfMemory}!void {
        try self.headers.setIgnoreCase(allocator, name, value);
    }

    /// Adds a header beside those of the same name.
    pub fn addHeader(self: *Response, allocator: std.mem.Allocator, name: []const u8, value: []const u8) error{OutOfMemory}!void {
        try self.headers.append(allocator, name, value);
    }

    pub const CookieOptions = struct {
        path: []const u8 = "/",
        /// Seconds; 0 deletes the cookie, null keeps it until the browser is closed.
        max_age: ?u32 = null,
        http_only: bool = true,
        secure: bool = false,
        same_site: enum { lax, strict, none } = .lax,
    };

    /// Adds a cookie. More than one needs a host that accepts several values for a header.
    pub fn setCookie(
        self: *Response,
        allocator: std.mem.Allocator,
        name: []const u8,
        value: []const u8,
        options: CookieOptions,
    ) error{OutOfMemory}!void {
        const age = if (options.max_age) |seconds| try compat.print(allocator, "; Max-Age={d}", .{seconds}) else "";
        const same_site = switch (options.same_site) {
            .lax => "Lax",
            .strict => "Strict",
            .none => "None",
        };
        try self.addHeader(allocator, "set-cookie", try std.mem.concat(allocator, u8, &.{
            name,                                        "=",
            value,                                       "; Path=",
            options.path,                                age,
            if (options.http_only) "; HttpOnly" else "", if (options.secure) "; Secure" else "",
            "; SameSite=",                               same_site,
        }));
    }
};

/// What a response may not be. Nothing has been written then.
pub const ResponseError = error{
    /// Not 100 to 999.
    InvalidStatus,
    /// Empty, or with a character that no header name has.
    InvalidHeaderName,
    /// With a control character, or not UTF-8.
    InvalidHeaderValue,
    /// A key or a value of `kv` is not UTF-8.
    InvalidKv,
    /// The worker has a namespace and the response does not say what to write back: `.kv = request.kv`.
    MissingKv,
};

/// Writes the document that the host expects to anything with `writeAll`, and flushes it if it can be flushed.
pub fn writeResponse(response: Response, writer: anytype) !void {
    try validate(response);
    if (comptime compat.isBuffered(@TypeOf(writer))) {
        try writeDocument(response, writer);
        return writer.flush();
    }
    var gathered = Gathered(@TypeOf(writer)){ .writer = writer };
    try writeDocument(response, &gathered);
    try gathered.flush();
}

/// True in a worker that was built with a namespace.
pub const has_namespace = blk: {
    const root = @import("root");
    break :blk @hasDecl(root, "wws_worker") and root.wws_worker.has_namespace;
};

fn validate(response: Response) ResponseError!void {
    if (response.status < 100 or response.status > 999) return error.InvalidStatus;
    if (response.content_type) |value| try validateValue(value);
    for (response.headers.items) |header| {
        if (header.name.len == 0) return error.InvalidHeaderName;
        for (header.name) |byte| {
            if (!isNameByte(byte)) return error.InvalidHeaderName;
        }
        try validateValue(header.value);
    }
    if (response.kv) |kv| {
        if (!kv.isUtf8()) return error.InvalidKv;
    } else if (has_namespace) {
        return error.MissingKv;
    }
}

/// RFC 9110, 5.6.2: the characters of a token.
fn isNameByte(byte: u8) bool {
    return switch (byte) {
        '0'...'9', 'a'...'z', 'A'...'Z', '!', '#', '$', '%', '&', '\'', '*', '+', '-', '.', '^', '_', '`', '|', '~' => true,
        else => false,
    };
}

/// RFC 9110, 5.5: no control characters but the tab.
fn validateValue(value: []const u8) ResponseError!void {
    for (value) |byte| {
        if ((byte < 0x20 and byte != '\t') or byte == 0x7f) return error.InvalidHeaderValue;
    }
    if (!std.unicode.utf8ValidateSlice(value)) return error.InvalidHeaderValue;
}

fn writeDocument(response: Response, out: anytype) !void {
    try out.writeAll("{\"data\":");
    if (std.unicode.utf8ValidateSlice(response.data)) {
        try json_text.writeString(out, response.data);
    } else {
        try json_text.writeBase64(out, response.data);
        try out.writeAll(",\"base64\":true");
    }
    try out.writeAll(",\"headers\":{");
    try writeHeaders(response, out);
    var digits: [8]u8 = undefined;
    try out.writeAll("},\"status\":");
    try out.writeAll(compat.bufPrint(&digits, "{d}", .{response.status}) catch unreachable);
    try out.writeAll(",\"kv\":");
    if (response.kv) |kv| try kv.write(out) else try out.writeAll("{}");
    try out.writeAll("}");
}

fn writeHeaders(response: Response, out: anytype) !void {
    const items = response.headers.items;
    var first = true;
    if (response.content_type) |value| {
        if (response.headers.getIgnoreCase("content-type") == null) {
            try out.writeAll("\"content-type\":");
            try json_text.writeString(out, value);
            first = false;
        }
    }
    for (items, 0..) |header, at| {
        if (appearsIn(items[0..at], header.name)) continue;
        if (!first) try out.writeAll(",");
        first = false;
        try json_text.writeString(out, header.name);
        try out.writeAll(":");
        try writeValues(items[at..], out);
    }
}

fn appearsIn(items: []const Pair, name: []const u8) bool {
    for (items) |item| {
        if (std.ascii.eqlIgnoreCase(item.name, name)) return true;
    }
    return false;
}

/// The values of the first header's name. Several are joined (RFC 9110, 5.3), except cookies, which can't be.
fn writeValues(items: []const Pair, out: anytype) !void {
    const name = items[0].name;
    if (!appearsIn(items[1..], name)) return json_text.writeString(out, items[0].value);
    const is_list = std.ascii.eqlIgnoreCase(name, "set-cookie");
    try out.writeAll(if (is_list) "[" else "\"");
    for (items, 0..) |item, at| {
        if (!std.ascii.eqlIgnoreCase(item.name, name)) continue;
        if (at > 0) try out.writeAll(if (is_list) "," else ", ");
        if (is_list) try json_text.writeString(out, item.value) else try json_text.writeEscaped(out, item.value);
    }
    try out.writeAll(if (is_list) "]" else "\"");
}

/// Joins the many small pieces of a document; what is longer than the buffer goes straight through.
fn Gathered(comptime Writer: type) type {
    return struct {
        writer: Writer,
        used: usize = 0,
        buffer: [1024]u8 = undefined,

        const Self = @This();

        pub fn writeAll(self: *Self, bytes: []const u8) !void {
            if (bytes.len > self.buffer.len - self.used) {
                try self.flush();
                if (bytes.len > self.buffer.len) return self.writer.writeAll(bytes);
            }
            @memcpy(self.buffer[self.used..][0..bytes.len], bytes);
            self.used += bytes.len;
        }

        pub fn flush(self: *Self) !void {
            const used = self.used;
            self.used = 0;
            if (used > 0) try self.writer.writeAll(self.buffer[0..used]);
        }
    };
}
