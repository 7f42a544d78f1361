// SPDX-License-Identifier: Apache-2.0
//! One run from the host's document to the answer: read, call the handler, write.

const std = @import("std");
const compat = @import("compat.zig");
const bump = @import("bump.zig");
const parse = @import("parse.zig");
const stdio = @import("stdio.zig");
const wasi = @import("wasi.zig");
const response_file = @import("response.zig");
const Cache = @import("cache.zig").Cache;
const Pairs = @import("pairs.zig").Pairs;
const Request = @import("request.zig").Request;
const Response = response_file.Response;

/// What a handler works with.
pub const Context = struct {
    request: Request,
    /// Filled by a handler that returns nothing.
    response: Response = .{},
    /// The worker's keys and values, written back after the run.
    kv: *Cache,
    /// What comes from here lives until the response is written; nothing need be freed.
    allocator: std.mem.Allocator,
    /// What a `Router` found in the path.
    route_params: Pairs = .{},

    pub fn init(request: Request) Context {
        return .{ .request = request, .kv = request.kv, .allocator = request.allocator };
    }

    /// Formatted text for a response.
    pub fn print(self: *Context, comptime format: []const u8, args: anytype) error{OutOfMemory}![]u8 {
        return compat.print(self.allocator, format, args);
    }

    /// A response with `value` as JSON.
    pub fn json(self: *Context, value: anytype) error{OutOfMemory}!Response {
        return Response.json(self.allocator, value);
    }

    /// A part of the route: of the router's pattern, else of the worker's file.
    pub fn param(self: *const Context, name: []const u8) ?[]const u8 {
        return self.route_params.get(name) orelse self.request.param(name);
    }

    /// A part of the route as a decimal number; null when it is absent or none.
    pub fn paramInt(self: *const Context, comptime T: type, name: []const u8) ?T {
        return std.fmt.parseInt(T, self.param(name) orelse return null, 10) catch null;
    }
};

/// Answers the request on standard input by `handler`: `fn (*Context) Response`, `void`, or an error union of them.
/// Memory comes from `wws.allocator`, which grows as needed.
///
/// An error of the handler becomes a 500 with the error's name on standard error; `kv` is written back as it
/// was. A request that does not fit into memory is answered with 413. If it can't be read otherwise, nothing
/// is written and the exit code is 1: the host answers 500.
pub fn serve(comptime handler: anytype) void {
    serveWith(bump.allocator, handler);
}

/// The same with the caller's allocator.
pub fn serveWith(allocator: std.mem.Allocator, comptime handler: anytype) void {
    var diagnostics = parse.Diagnostics{};
    const parsed = parse.parseStream(allocator, .{ .diagnostics = &diagnostics }) catch |err|
        return unreadable(err, diagnostics);
    var context = Context.init(parsed.value);
    var out = stdio.bufferedStdout();
    response_file.writeResponse(run(handler, &context), &out) catch |err|
        response_file.writeResponse(failed(&context, err), &out) catch exit(1);
}

/// Calls the handler and makes a response of whatever comes of it.
pub fn run(comptime handler: anytype, context: *Context) Response {
    var response = callHandler(handler, context) catch |err| return failed(context, err);
    if (response.kv == null) response.kv = context.kv;
    return response;
}

/// Any kind of handler as one that returns a response or an error.
pub fn callHandler(comptime handler: anytype, context: *Context) anyerror!Response {
    const result = if (comptime compat.isErrorUnion(@TypeOf(handler(context)))) try handler(context) else handler(context);
    return if (@TypeOf(result) == void) context.response else result;
}

/// The answer after an error: a 500 that leaves the keys and values as they were.
pub fn failed(context: *Context, err: anyerror) Response {
    log("the handler failed: ", @errorName(err));
    context.kv.revert();
    var response = Response.text("The worker failed.\n").withStatus(500);
    response.kv = context.kv;
    return response;
}

fn unreadable(err: parse.ParseError, diagnostics: parse.Diagnostics) void {
    switch (err) {
        error.OutOfMemory => return tooLarge("the request does not fit into the worker's memory"),
        error.BodyTooLarge => return tooLarge("the request is too long"),
        error.ReadFailed => log("the request can't be read", ""),
        error.MissingField => log("the request has no field ", diagnostics.field),
        error.InvalidJson => {
            var digits: [20]u8 = undefined;
            log("the request is not valid JSON at byte ", compat.bufPrint(&digits, "{d}", .{diagnostics.offset}) catch unreachable);
        },
    }
    exit(1);
}

/// The keys have not been read, so they can't be written back. A document without them leaves them alone: a
/// lenient host answers 413, a strict one refuses the document and answers 500; neither loses a key.
fn tooLarge(reason: []const u8) void {
    log(reason, "");
    const document = "{\"data\":\"The request is too large for this worker.\\n\"," ++
        "\"headers\":{\"content-type\":\"text/plain; charset=utf-8\"},\"status\":413" ++
        (if (response_file.has_namespace) "}" else ",\"kv\":{}}");
    (stdio.Stdout{}).writeAll(document) catch exit(1);
}

fn log(text: []const u8, detail: []const u8) void {
    stdio.writeStderr("wws: ");
    stdio.writeStderr(text);
    stdio.writeStderr(detail);
    stdio.writeStderr("\n");
}

fn exit(code: u8) noreturn {
    if (compat.is_wasm) wasi.proc_exit(code);
    std.process.exit(code);
}

/// `pub const panic = wws.panic;` in the root file keeps a safe build small: the message goes to standard
/// error, the exit code is 1. A worker built by `addWorker` has it unless its root file has its own.
pub const panic = if (compat.panic_is_namespace) compat.Panic(panicFn) else compat.Panic(panicFn).call;

fn panicFn(message: []const u8, _: ?usize) noreturn {
    log("panic: ", message);
    exit(1);
}

/// For `std_options`: a line on standard error, cut at 512 bytes.
pub fn logFn(
    comptime level: std.log.Level,
    comptime scope: @TypeOf(.enum_literal),
    comptime format: []const u8,
    args: anytype,
) void {
    const prefix = comptime level.asText() ++ if (scope == .default) "" else " (" ++ @tagName(scope) ++ ")";
    var buffer: [512]u8 = undefined;
    log(prefix ++ ": ", compat.bufPrint(&buffer, format, args) catch "(too long)");
}

/// What the root file that `addWorker` builds around a worker's `main` needs.
pub const entry = struct {
    /// True for a `main` without parameters.
    pub fn isPlain(comptime Main: type) bool {
        return compat.parameterCount(Main) == 0;
    }

    /// Calls `main`; an error becomes a line on standard error and exit code 1.
    pub fn call(comptime main: anytype) void {
        if (comptime !compat.isErrorUnion(@TypeOf(main()))) return main();
        main() catch |err| {
            log("the worker failed: ", @errorName(err));
            exit(1);
        };
    }
};
