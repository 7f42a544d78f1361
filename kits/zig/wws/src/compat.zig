// SPDX-License-Identifier: Apache-2.0
//! The only file that knows that Zig versions differ. Everything else is written once for all of them.
//! Branches that are not taken are not analyzed, so both forms stand side by side.

const std = @import("std");
const builtin = @import("builtin");

pub const is_wasm = builtin.cpu.arch == .wasm32;

/// `std.Io` with files (0.16 and newer).
const has_io = @hasDecl(std, "Io") and @hasDecl(std.Io, "File");

/// What an allocator is told about alignment: its logarithm (until 0.13) or a type of its own.
pub const Alignment = if (@hasDecl(std.mem, "Alignment")) std.mem.Alignment else u8;

pub fn alignmentBytes(alignment: Alignment) usize {
    return if (@hasDecl(std.mem, "Alignment"))
        alignment.toByteUnits()
    else
        @as(usize, 1) << @intCast(alignment);
}

/// The alignment of a number of bytes, a power of two.
pub fn alignmentOf(bytes: usize) Alignment {
    return if (@hasDecl(std.mem, "Alignment"))
        std.mem.Alignment.fromByteUnits(bytes)
    else
        std.math.log2_int(usize, bytes);
}

/// A table of allocator functions. `remap`, from 0.14 on, is what `realloc` tries first: it grows in place or not at all.
pub fn allocatorTable(comptime Functions: type) std.mem.Allocator.VTable {
    const Remapping = struct {
        fn remap(context: *anyopaque, memory: []u8, alignment: Alignment, len: usize, address: usize) ?[*]u8 {
            return if (Functions.resize(context, memory, alignment, len, address)) memory.ptr else null;
        }
    };
    return if (@hasField(std.mem.Allocator.VTable, "remap")) .{
        .alloc = Functions.alloc,
        .resize = Functions.resize,
        .remap = Remapping.remap,
        .free = Functions.free,
    } else .{
        .alloc = Functions.alloc,
        .resize = Functions.resize,
        .free = Functions.free,
    };
}

/// The value of a root source file's `panic`: from 0.14 on a namespace, before a function.
pub fn Panic(comptime panicFn: fn ([]const u8, ?usize) noreturn) type {
    if (@hasDecl(std.debug, "FullPanic")) return std.debug.FullPanic(panicFn);
    return struct {
        pub fn call(message: []const u8, _: ?*std.builtin.StackTrace, address: ?usize) noreturn {
            panicFn(message, address);
        }
    };
}

pub const panic_is_namespace = @hasDecl(std.debug, "FullPanic");

/// Number of parameters of a function type.
pub fn parameterCount(comptime Function: type) usize {
    const info = @typeInfo(Function);
    if (@hasField(@TypeOf(info), "Fn")) return info.Fn.params.len;
    const function = info.@"fn";
    return if (@hasField(@TypeOf(function), "params")) function.params.len else function.param_types.len;
}

/// True for the type of an error union.
pub fn isErrorUnion(comptime T: type) bool {
    const info = @typeInfo(T);
    return if (@hasField(@TypeOf(info), "ErrorUnion")) info == .ErrorUnion else info == .error_union;
}

/// True for an integer type, `comptime_int` included.
pub fn isInteger(comptime T: type) bool {
    const info = @typeInfo(T);
    return if (@hasField(@TypeOf(info), "Int"))
        info == .Int or info == .ComptimeInt
    else
        info == .int or info == .comptime_int;
}

/// The text of a value as JSON, allocated.
pub fn jsonAlloc(allocator: std.mem.Allocator, value: anytype) error{OutOfMemory}![]u8 {
    if (@hasDecl(std.json, "stringifyAlloc")) return std.json.stringifyAlloc(allocator, value, .{});
    return std.json.Stringify.valueAlloc(allocator, value, .{});
}

/// Formatted text, allocated.
pub fn print(allocator: std.mem.Allocator, comptime format: []const u8, args: anytype) error{OutOfMemory}![]u8 {
    if (@hasDecl(std.mem.Allocator, "print")) return allocator.print(format, args);
    return std.fmt.allocPrint(allocator, format, args);
}

/// Formatted text in a buffer.
pub fn bufPrint(buffer: []u8, comptime format: []const u8, args: anytype) error{NoSpaceLeft}![]u8 {
    if (@hasDecl(std.mem, "print")) return std.mem.print(buffer, format, args);
    return std.fmt.bufPrint(buffer, format, args);
}

/// True for writers that gather small pieces themselves and have `flush`.
pub fn isBuffered(comptime Writer: type) bool {
    if (@hasDecl(std, "Io") and @hasDecl(std.Io, "Writer")) {
        if (Writer == *std.Io.Writer) return true;
    }
    return Writer == *@import("stdio.zig").Buffered;
}

/// Reads some bytes; 0 means the end. For `std.io` readers with `read` and for `*std.Io.Reader`.
pub fn readSome(reader: anytype, buffer: []u8) !usize {
    if (@hasDecl(std, "Io") and @hasDecl(std.Io, "Reader")) {
        if (@TypeOf(reader) == *std.Io.Reader) return reader.readSliceShort(buffer);
    }
    return reader.read(buffer);
}

/// Standard input, output and error of a native program (tests, `zig run`).
pub const native = struct {
    pub fn read(buffer: []u8) !usize {
        if (has_io) {
            const io = std.Io.Threaded.global_single_threaded.io();
            return std.Io.File.stdin().readStreaming(io, &.{buffer}) catch |err| switch (err) {
                error.EndOfStream => return 0,
                else => return err,
            };
        }
        if (@hasDecl(std.fs.File, "stdin")) return std.fs.File.stdin().read(buffer);
        return std.io.getStdIn().read(buffer);
    }

    pub fn write(comptime stream: enum { out, err }, bytes: []const u8) !void {
        if (has_io) {
            const io = std.Io.Threaded.global_single_threaded.io();
            const file = if (stream == .out) std.Io.File.stdout() else std.Io.File.stderr();
            return file.writeStreamingAll(io, bytes);
        }
        if (@hasDecl(std.fs.File, "stdout")) {
            const file = if (stream == .out) std.fs.File.stdout() else std.fs.File.stderr();
            return file.writeAll(bytes);
        }
        return (if (stream == .out) std.io.getStdOut() else std.io.getStdErr()).writeAll(bytes);
    }
};
