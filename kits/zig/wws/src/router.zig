// SPDX-License-Identifier: Apache-2.0
//! Several routes in one worker. The table is checked when the worker is compiled.

const std = @import("std");
const serving = @import("serve.zig");
const url = @import("url.zig");
const Context = serving.Context;
const Pairs = @import("pairs.zig").Pairs;
const Response = @import("response.zig").Response;

/// One line of the table. A pattern is `/`, or segments: text, `:name` for any one segment, and last `*name` for the rest.
pub const Route = struct {
    method: []const u8,
    pattern: []const u8,
    handler: *const fn (*Context) anyerror!Response,
};

pub fn route(comptime method: []const u8, comptime pattern: []const u8, comptime handler: anytype) Route {
    const Wrapped = struct {
        fn call(context: *Context) anyerror!Response {
            return serving.callHandler(handler, context);
        }
    };
    return .{ .method = method, .pattern = pattern, .handler = Wrapped.call };
}

pub fn get(comptime pattern: []const u8, comptime handler: anytype) Route {
    return route("GET", pattern, handler);
}

pub fn post(comptime pattern: []const u8, comptime handler: anytype) Route {
    return route("POST", pattern, handler);
}

pub fn put(comptime pattern: []const u8, comptime handler: anytype) Route {
    return route("PUT", pattern, handler);
}

pub fn patch(comptime pattern: []const u8, comptime handler: anytype) Route {
    return route("PATCH", pattern, handler);
}

pub fn delete(comptime pattern: []const u8, comptime handler: anytype) Route {
    return route("DELETE", pattern, handler);
}

pub const RouterOptions = struct {
    /// The parameter of the worker's file that holds the path: `path` for `[...path].wasm`. That is independent of
    /// where the folder is served. Null: the path of the URL.
    tail: ?[]const u8 = null,
};

/// A handler that calls the first route that fits. No route: 404. A path without this method: 405 with `Allow`.
/// HEAD is answered by GET's route.
pub fn Router(comptime options: RouterOptions, comptime routes: []const Route) type {
    comptime check(routes);
    return struct {
        pub fn handle(context: *Context) anyerror!Response {
            const path = if (options.tail) |name| context.request.param(name) orelse "" else context.request.path();
            var fits = false;
            for (routes) |candidate| {
                const params = try match(context, candidate.pattern, path) orelse continue;
                fits = true;
                if (!takes(candidate.method, context.request.method)) continue;
                context.route_params = params;
                return candidate.handler(context);
            }
            if (!fits) return Response.text("Not found.\n").withStatus(.not_found);
            var response = Response.text("Method not allowed.\n").withStatus(.method_not_allowed);
            try response.setHeader(context.allocator, "allow", try allowed(context, path));
            return response;
        }

        fn allowed(context: *Context, path: []const u8) ![]const u8 {
            var methods: []const u8 = "";
            for (routes) |candidate| {
                if (try match(context, candidate.pattern, path) == null) continue;
                const separator = if (methods.len == 0) "" else ", ";
                methods = try std.mem.concat(context.allocator, u8, &.{ methods, separator, candidate.method });
            }
            return methods;
        }
    };
}

fn takes(method: []const u8, wanted: []const u8) bool {
    return std.mem.eql(u8, method, wanted) or
        (std.mem.eql(u8, method, "GET") and std.mem.eql(u8, wanted, "HEAD"));
}

/// The decoded parameters when the path fits. A slash at the end makes no difference.
fn match(context: *Context, pattern: []const u8, path: []const u8) error{OutOfMemory}!?Pairs {
    var params = Pairs{};
    var wanted = std.mem.tokenizeScalar(u8, pattern, '/');
    var given = std.mem.tokenizeScalar(u8, path, '/');
    while (wanted.next()) |segment| {
        if (segment[0] == '*') {
            try params.append(context.allocator, segment[1..], try url.decode(context.allocator, given.rest(), .path));
            return params;
        }
        const text = try url.decode(context.allocator, given.next() orelse return null, .path);
        if (segment[0] == ':') {
            try params.append(context.allocator, segment[1..], text);
        } else if (!std.mem.eql(u8, segment, text)) {
            return null;
        }
    }
    return if (given.next() == null) params else null;
}

fn check(comptime routes: []const Route) void {
    @setEvalBranchQuota(routes.len * routes.len * 200 + 20_000);
    for (routes, 0..) |candidate, at| {
        checkPattern(candidate.pattern);
        if (candidate.method.len == 0) @compileError("no method for " ++ candidate.pattern);
        for (routes[0..at]) |earlier| {
            if (std.mem.eql(u8, earlier.method, candidate.method) and sameShape(earlier.pattern, candidate.pattern)) {
                @compileError(candidate.method ++ " " ++ candidate.pattern ++ " is never reached: " ++ earlier.pattern ++ " takes it");
            }
        }
    }
}

fn checkPattern(comptime pattern: []const u8) void {
    if (pattern.len == 0 or pattern[0] != '/') @compileError("a pattern begins with '/': " ++ pattern);
    var segments = std.mem.tokenizeScalar(u8, pattern, '/');
    while (segments.next()) |segment| {
        if (segment[0] != ':' and segment[0] != '*') continue;
        if (segment.len == 1) @compileError("a parameter without a name: " ++ pattern);
        if (segment[0] == '*' and segments.peek() != null) @compileError("'*' must be last: " ++ pattern);
        var rest = segments;
        while (rest.next()) |other| {
            if (other[0] != ':' and other[0] != '*') continue;
            if (std.mem.eql(u8, other[1..], segment[1..])) @compileError("two parameters of one name: " ++ pattern);
        }
    }
}

/// True if both patterns fit the same paths.
fn sameShape(comptime a: []const u8, comptime b: []const u8) bool {
    var left = std.mem.tokenizeScalar(u8, a, '/');
    var right = std.mem.tokenizeScalar(u8, b, '/');
    while (left.next()) |segment| {
        const other = right.next() orelse return false;
        if ((segment[0] == ':' or segment[0] == '*') and segment[0] == other[0]) continue;
        if (!std.mem.eql(u8, segment, other)) return false;
    }
    return right.next() == null;
}
