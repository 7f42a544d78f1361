// SPDX-License-Identifier: Apache-2.0
//! From the host's document to a `Request`: read it whole, parse it where it stands.

const std = @import("std");
const Cache = @import("cache.zig").Cache;
const Pairs = @import("pairs.zig").Pairs;
const Request = @import("request.zig").Request;
const Reader = @import("reader.zig").Reader;
const Scanner = @import("json.zig").Scanner;

/// What can go wrong. `Diagnostics` says where.
pub const ParseError = error{
    /// The allocator has no more memory.
    OutOfMemory,
    /// The input can't be read.
    ReadFailed,
    /// The input is not the JSON document of the protocol.
    InvalidJson,
    /// `url` or `method` is not there.
    MissingField,
    /// The input is longer than `ParseOptions.input_bytes_max`.
    BodyTooLarge,
};

/// Details of an error.
pub const Diagnostics = struct {
    /// `InvalidJson`: offset in bytes of the fault.
    offset: usize = 0,
    /// `MissingField`: its name.
    field: []const u8 = "",
};

pub const Input = union(enum) {
    stdin,
    /// A document in memory; it is copied.
    bytes: []const u8,
    /// Any reader, see `wws.reader`.
    reader: Reader,
};

pub const ParseOptions = struct {
    input: Input = .stdin,
    /// Longest document that is read, 64 MiB; a host's own limits are lower.
    input_bytes_max: usize = 64 * 1024 * 1024,
    diagnostics: ?*Diagnostics = null,
};

/// A request and the memory behind it. Copies of `value` share one `kv`.
pub const Parsed = struct {
    value: Request,
    state: *State,

    /// Frees everything: what was parsed, and what `kv` and the request's helpers allocated.
    pub fn deinit(self: Parsed) void {
        const allocator = self.state.allocator;
        self.state.arena.deinit();
        allocator.free(self.state.input);
        allocator.destroy(self.state);
    }
};

const State = struct {
    allocator: std.mem.Allocator,
    arena: std.heap.ArenaAllocator,
    input: []u8 = &.{},
    cache: Cache,
};

/// Reads and parses a request with the caller's allocator and no other.
pub fn parseStream(allocator: std.mem.Allocator, options: ParseOptions) ParseError!Parsed {
    const state = try allocator.create(State);
    errdefer allocator.destroy(state);
    state.* = .{ .allocator = allocator, .arena = std.heap.ArenaAllocator.init(allocator), .cache = undefined };
    errdefer state.arena.deinit();
    state.cache = Cache.init(state.arena.allocator());

    var input = Buffer{ .allocator = allocator, .bytes_max = options.input_bytes_max };
    errdefer allocator.free(input.bytes);
    try input.fill(options.input);
    state.input = input.bytes;

    var diagnostics = Diagnostics{};
    const document = Document{ .allocator = state.arena.allocator(), .cache = &state.cache };
    const request = document.parse(input.bytes[0..input.used], &diagnostics) catch |err| {
        if (options.diagnostics) |wanted| wanted.* = diagnostics;
        return err;
    };
    return .{ .value = request, .state = state };
}

/// The input as it grows.
const Buffer = struct {
    allocator: std.mem.Allocator,
    bytes_max: usize,
    bytes: []u8 = &.{},
    used: usize = 0,

    /// A browser's usual request fits; a fixed buffer of 8 KiB holds it beside the rest.
    const first_bytes = 2 * 1024;

    fn fill(self: *Buffer, input: Input) ParseError!void {
        switch (input) {
            .bytes => |bytes| {
                if (bytes.len > self.bytes_max) return error.BodyTooLarge;
                self.bytes = try self.allocator.dupe(u8, bytes);
                self.used = bytes.len;
            },
            .stdin => try self.readAll(Reader.stdin),
            .reader => |reader| try self.readAll(reader),
        }
    }

    fn readAll(self: *Buffer, reader: Reader) ParseError!void {
        while (true) {
            if (self.used > self.bytes_max) return error.BodyTooLarge;
            if (self.used == self.bytes.len) try self.grow();
            const count = try reader.read(self.bytes[self.used..]);
            if (count == 0) return;
            self.used += count;
        }
    }

    /// By half of what is there: an allocator that grows in place then holds at most 1.5 times the document.
    fn grow(self: *Buffer) error{OutOfMemory}!void {
        const more = @max(first_bytes, self.bytes.len / 2);
        self.bytes = try self.allocator.realloc(self.bytes, self.bytes.len + more);
    }
};

const Document = struct {
    allocator: std.mem.Allocator,
    cache: *Cache,

    const Error = error{ OutOfMemory, InvalidJson, MissingField };
    const Field = enum { url, method, headers, body, kv, params };
    const field_names = [_][]const u8{ "url", "method", "headers", "body", "kv", "params" };

    fn parse(self: Document, text: []u8, diagnostics: *Diagnostics) Error!Request {
        var scanner = Scanner.init(text);
        errdefer diagnostics.offset = scanner.at;
        var request = Request{ .url = "", .method = "", .kv = self.cache, .allocator = self.allocator };
        var seen: [field_names.len]bool = undefined;
        @memset(&seen, false);

        try scanner.expect('{');
        if (!scanner.accept('}')) {
            while (true) {
                const name = try scanner.string();
                try scanner.expect(':');
                if (fieldOf(name)) |field| {
                    seen[@intFromEnum(field)] = true;
                    try self.parseField(&scanner, field, &request);
                } else {
                    try scanner.skipValue();
                }
                if (!scanner.accept(',')) break;
            }
            try scanner.expect('}');
        }
        try scanner.expectEnd();

        diagnostics.field = if (!seen[0]) "url" else if (!seen[1]) "method" else return request;
        return error.MissingField;
    }

    fn fieldOf(name: []const u8) ?Field {
        for (field_names, 0..) |known, at| {
            if (std.mem.eql(u8, known, name)) return @enumFromInt(at);
        }
        return null;
    }

    fn parseField(self: Document, scanner: *Scanner, field: Field, request: *Request) Error!void {
        switch (field) {
            .url => request.url = try scanner.string(),
            .method => request.method = try scanner.string(),
            .body => request.body = try scanner.string(),
            .headers => try self.parsePairs(scanner, &request.headers),
            .params => try self.parsePairs(scanner, &request.params),
            .kv => {
                // What this run does not touch must go back as it came, even what no text may hold.
                scanner.keep_surrogates = true;
                defer scanner.keep_surrogates = false;
                try self.parseObject(scanner, self.cache, Cache.seed);
            },
        }
    }

    fn parsePairs(self: Document, scanner: *Scanner, pairs: *Pairs) Error!void {
        const Target = struct {
            allocator: std.mem.Allocator,
            pairs: *Pairs,

            fn add(target: @This(), name: []const u8, value: []const u8) error{OutOfMemory}!void {
                return target.pairs.append(target.allocator, name, value);
            }
        };
        try self.parseObject(scanner, Target{ .allocator = self.allocator, .pairs = pairs }, Target.add);
    }

    fn parseObject(_: Document, scanner: *Scanner, target: anytype, comptime add: anytype) Error!void {
        try scanner.expect('{');
        if (scanner.accept('}')) return;
        while (true) {
            const name = try scanner.string();
            try scanner.expect(':');
            try add(target, name, try scanner.string());
            if (!scanner.accept(',')) break;
        }
        try scanner.expect('}');
    }
};
