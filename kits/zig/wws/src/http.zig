// SPDX-License-Identifier: Apache-2.0
//! Requests that the worker sends through the host, which allows them by `features.http_requests`.

const std = @import("std");
const bump = @import("bump.zig");
const compat = @import("compat.zig");
const host = @import("host.zig");
const Pair = @import("pairs.zig").Pair;
const Pairs = @import("pairs.zig").Pairs;

/// The numbers are the ABI's.
pub const Method = enum(u32) { get, post, put, patch, delete, options, head };

pub const Request = struct {
    method: Method = .get,
    /// Absolute. The host refuses `http` unless the worker's configuration allows it.
    uri: []const u8,
    headers: []const Pair = &.{},
    body: ?[]const u8 = null,
    /// Receives the host's own words after an error.
    reason: ?*[]const u8 = null,
};

pub const Response = struct {
    status: u16,
    /// As received, repeated ones too.
    headers: Pairs = .{},
    body: []const u8 = "",

    /// The first value of a header; the name in any case.
    pub fn header(self: Response, name: []const u8) ?[]const u8 {
        return self.headers.getIgnoreCase(name);
    }
};

/// The host's errors, in the order of their numbers, and what only the worker's side can meet.
pub const Error = error{
    InvalidRequest,
    InvalidRequestBody,
    InvalidResponseBody,
    NotAllowed,
    InternalError,
    Timeout,
    RedirectLoop,
    OutOfMemory,
};

/// Sends a request and waits for its answer, whose memory is `wws.allocator`'s and need not be freed.
/// The worker must be built with `.features = .{ .http_requests = … }`.
pub fn send(request: Request) Error!Response {
    if (!compat.is_wasm) return if (host.send) |function| function(request) else error.NotAllowed;
    const headers = try bump.allocator.alloc(RawPair, request.headers.len);
    for (headers, request.headers) |*raw, pair| raw.* = RawPair.of(pair);
    var area: ReturnArea = undefined;
    const body = request.body orelse "";
    @"send-http-request"(
        @intFromBool(request.body != null),
        body.ptr,
        body.len,
        headers.ptr,
        headers.len,
        @intFromEnum(request.method),
        headers.ptr,
        0,
        request.uri.ptr,
        request.uri.len,
        &area,
    );
    if (area.is_error == 0) return accepted(&area.result.ok);
    const failure = area.result.failed;
    if (request.reason) |reason| reason.* = slice(failure.message, failure.message_len);
    return errorOf(failure.code);
}

fn accepted(ok: *const Ok) Error!Response {
    const headers = try bump.allocator.alloc(Pair, ok.headers_len);
    for (headers, 0..) |*pair, at| {
        const raw = @as([*]const RawPair, @ptrFromInt(ok.headers))[at];
        pair.* = .{ .name = slice(raw.name, raw.name_len), .value = slice(raw.value, raw.value_len) };
    }
    return .{
        .status = ok.status,
        .headers = Pairs.from(headers),
        .body = if (ok.has_body == 0) "" else slice(ok.body, ok.body_len),
    };
}

fn errorOf(code: u8) Error {
    return switch (code) {
        0 => error.InvalidRequest,
        1 => error.InvalidRequestBody,
        2 => error.InvalidResponseBody,
        3 => error.NotAllowed,
        5 => error.Timeout,
        6 => error.RedirectLoop,
        else => error.InternalError,
    };
}

fn slice(address: usize, len: usize) []const u8 {
    return if (len == 0) "" else @as([*]const u8, @ptrFromInt(address))[0..len];
}

const RawPair = extern struct {
    name: usize,
    name_len: usize,
    value: usize,
    value_len: usize,

    fn of(pair: Pair) RawPair {
        return .{
            .name = @intFromPtr(pair.name.ptr),
            .name_len = pair.name.len,
            .value = @intFromPtr(pair.value.ptr),
            .value_len = pair.value.len,
        };
    }
};

/// 24 bytes, 4 into the return area.
const Ok = extern struct {
    has_body: u8,
    body: usize,
    body_len: usize,
    headers: usize,
    headers_len: usize,
    status: u16,
};

const Failed = extern struct { code: u8, message: usize, message_len: usize };

const ReturnArea = extern struct {
    is_error: u8,
    result: extern union { ok: Ok, failed: Failed } align(4),
};

comptime {
    if (compat.is_wasm and (@sizeOf(ReturnArea) != 28 or @offsetOf(Ok, "status") != 20)) @compileError("return area");
}

extern "http" fn @"send-http-request"(
    has_body: u32,
    body: [*]const u8,
    body_len: usize,
    headers: [*]const RawPair,
    headers_len: usize,
    method: u32,
    params: [*]const RawPair,
    params_len: usize,
    uri: [*]const u8,
    uri_len: usize,
    area: *ReturnArea,
) void;

/// What the host calls to place its answer in the worker's memory. Analyzed, and so exported, only in workers
/// that may send requests.
pub const exports = struct {
    export fn canonical_abi_realloc(old: usize, old_len: usize, alignment: usize, len: usize) usize {
        if (len == 0) return alignment;
        const aligned = compat.alignmentOf(alignment);
        const bytes = bump.allocator.rawAlloc(len, aligned, 0) orelse @panic("no memory for the host's answer");
        const kept = @min(old_len, len);
        if (kept > 0) @memcpy(bytes[0..kept], @as([*]const u8, @ptrFromInt(old))[0..kept]);
        return @intFromPtr(bytes);
    }

    /// The run is over soon; its memory goes with it.
    export fn canonical_abi_free(_: usize, _: usize, _: usize) void {}
};
