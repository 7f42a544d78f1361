// SPDX-License-Identifier: Apache-2.0
//! Runs a handler in a native test, without a server: the request becomes the host's document, the answer is read
//! back from the worker's, by the host's strict rules.

const std = @import("std");
const host_side = @import("host.zig");
const json = @import("json.zig");
const parse = @import("parse.zig");
const response_file = @import("response.zig");
const serving = @import("serve.zig");
const Pair = @import("pairs.zig").Pair;
const Pairs = @import("pairs.zig").Pairs;

/// What the test gives in place of the host: `host.vars`, `host.files`, `host.send`.
pub const host = host_side;

pub const RequestOptions = struct {
    method: []const u8 = "GET",
    url: []const u8 = "http://localhost/",
    headers: []const Pair = &.{},
    body: []const u8 = "",
    kv: []const Pair = &.{},
    params: []const Pair = &.{},
};

/// An answer as the host sees it.
pub const Answer = struct {
    arena: *std.heap.ArenaAllocator,
    status: u16,
    /// Decoded if it was base64.
    body: []const u8,
    base64: bool,
    headers: std.json.ObjectMap,
    kv: std.json.ObjectMap,
    /// The worker's output.
    document: []const u8,
    /// What it wrote to standard error.
    log: []const u8,

    pub fn deinit(self: Answer) void {
        const backing = self.arena.child_allocator;
        self.arena.deinit();
        backing.destroy(self.arena);
    }

    /// A header with one value; the name as the worker wrote it.
    pub fn header(self: Answer, name: []const u8) ?[]const u8 {
        return textOf(self.headers.get(name) orelse return null);
    }

    /// What the namespace holds after the run.
    pub fn value(self: Answer, key: []const u8) ?[]const u8 {
        return textOf(self.kv.get(key) orelse return null);
    }

    fn textOf(text: std.json.Value) ?[]const u8 {
        return if (text == .string) text.string else null;
    }
};

pub const RunError = error{ OutOfMemory, BrokenProtocol } || parse.ParseError || response_file.ResponseError;

/// Runs a handler on a request.
pub fn run(allocator: std.mem.Allocator, comptime handler: anytype, options: RequestOptions) RunError!Answer {
    const arena = try allocator.create(std.heap.ArenaAllocator);
    errdefer allocator.destroy(arena);
    arena.* = std.heap.ArenaAllocator.init(allocator);
    errdefer arena.deinit();

    const parsed = try parse.parseStream(allocator, .{ .input = .{ .bytes = try document(arena.allocator(), options) } });
    defer parsed.deinit();
    var context = serving.Context.init(parsed.value);
    host.log_len = 0;
    var out = Text{ .allocator = arena.allocator() };
    response_file.writeResponse(serving.run(handler, &context), &out) catch |err|
        try response_file.writeResponse(serving.failed(&context, err), &out);
    return readAnswer(arena, out.bytes[0..out.len]);
}

/// The host's document of a request, as `parseStream` reads it.
pub fn document(allocator: std.mem.Allocator, options: RequestOptions) error{OutOfMemory}![]u8 {
    var out = Text{ .allocator = allocator };
    try out.writeAll("{\"url\":");
    try json.writeString(&out, options.url);
    try out.writeAll(",\"method\":");
    try json.writeString(&out, options.method);
    try writeMap(&out, ",\"headers\":", options.headers);
    try out.writeAll(",\"body\":");
    try json.writeString(&out, options.body);
    try writeMap(&out, ",\"kv\":", options.kv);
    try writeMap(&out, ",\"params\":", options.params);
    try out.writeAll("}");
    return allocator.realloc(out.bytes, out.len);
}

fn writeMap(out: *Text, name: []const u8, pairs: []const Pair) error{OutOfMemory}!void {
    try out.writeAll(name);
    try out.writeAll("{");
    for (pairs, 0..) |pair, at| {
        if (at > 0) try out.writeAll(",");
        try json.writeString(out, pair.name);
        try out.writeAll(":");
        try json.writeString(out, pair.value);
    }
    try out.writeAll("}");
}

fn readAnswer(arena: *std.heap.ArenaAllocator, text: []const u8) RunError!Answer {
    const Strict = struct {
        data: []const u8,
        headers: std.json.Value,
        status: u16,
        kv: std.json.Value,
        base64: bool = false,
    };
    const read = std.json.parseFromSliceLeaky(Strict, arena.allocator(), text, .{}) catch return error.BrokenProtocol;
    if (read.headers != .object or read.kv != .object) return error.BrokenProtocol;
    var body = read.data;
    if (read.base64) {
        const decoder = std.base64.standard.Decoder;
        const bytes = try arena.allocator().alloc(u8, decoder.calcSizeForSlice(body) catch return error.BrokenProtocol);
        decoder.decode(bytes, body) catch return error.BrokenProtocol;
        body = bytes;
    }
    return .{
        .arena = arena,
        .status = read.status,
        .body = body,
        .base64 = read.base64,
        .headers = read.headers.object,
        .kv = read.kv.object,
        .document = text,
        .log = try arena.allocator().dupe(u8, host.log_buffer[0..host.log_len]),
    };
}

/// A text that grows, with `writeAll`.
pub const Text = struct {
    allocator: std.mem.Allocator,
    bytes: []u8 = &.{},
    len: usize = 0,

    pub const Error = error{OutOfMemory};

    pub fn writeAll(self: *Text, bytes: []const u8) Error!void {
        if (self.len + bytes.len > self.bytes.len) {
            self.bytes = try self.allocator.realloc(self.bytes, self.bytes.len * 2 + bytes.len + 256);
        }
        @memcpy(self.bytes[self.len..][0..bytes.len], bytes);
        self.len += bytes.len;
    }
};
