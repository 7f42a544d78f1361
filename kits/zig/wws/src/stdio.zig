// SPDX-License-Identifier: Apache-2.0
//! Standard input, output and error, by WASI itself in a worker and by the standard library in a native program.

const builtin = @import("builtin");
const compat = @import("compat.zig");
const host = @import("host.zig");
const wasi = @import("wasi.zig");

/// Reads some bytes of standard input; 0 means its end.
pub fn read(buffer: []u8) error{ReadFailed}!usize {
    if (!compat.is_wasm) return compat.native.read(buffer) catch error.ReadFailed;
    const iovs = [1]wasi.Iovec{.{ .ptr = buffer.ptr, .len = buffer.len }};
    var count: usize = 0;
    if (wasi.fd_read(0, &iovs, 1, &count) != wasi.success) return error.ReadFailed;
    return count;
}

/// Standard output, unbuffered.
pub const Stdout = struct {
    pub const Error = error{WriteFailed};

    pub fn writeAll(_: Stdout, bytes: []const u8) Error!void {
        if (!compat.is_wasm) return compat.native.write(.out, bytes) catch error.WriteFailed;
        return writeFd(1, bytes);
    }
};

/// Writes to standard error, which the host puts into its log. A failure is of no interest to anybody.
pub fn writeStderr(bytes: []const u8) void {
    if (builtin.is_test) return host.log(bytes);
    if (!compat.is_wasm) return compat.native.write(.err, bytes) catch {};
    writeFd(2, bytes) catch {};
}

fn writeFd(fd: wasi.Fd, bytes: []const u8) error{WriteFailed}!void {
    var rest = bytes;
    while (rest.len > 0) {
        const iovs = [1]wasi.ConstIovec{.{ .ptr = rest.ptr, .len = rest.len }};
        var count: usize = 0;
        if (wasi.fd_write(fd, &iovs, 1, &count) != wasi.success or count == 0) return error.WriteFailed;
        rest = rest[count..];
    }
}

/// Bytes gathered on the way to standard output, so that a usual answer is one system call.
var stdout_buffer: [8 * 1024]u8 = undefined;

/// A buffered writer on standard output; `writeResponse` flushes it. Call it once, the buffer is the process's.
pub fn bufferedStdout() Buffered {
    return .{ .buffer = &stdout_buffer };
}

/// Gathers small pieces; a piece that is longer than the buffer goes straight through.
pub const Buffered = struct {
    buffer: []u8,
    used: usize = 0,

    pub const Error = Stdout.Error;

    pub fn writeAll(self: *Buffered, bytes: []const u8) Error!void {
        if (bytes.len > self.buffer.len - self.used) {
            try self.flush();
            if (bytes.len > self.buffer.len) return (Stdout{}).writeAll(bytes);
        }
        @memcpy(self.buffer[self.used..][0..bytes.len], bytes);
        self.used += bytes.len;
    }

    pub fn flush(self: *Buffered) Error!void {
        const bytes = self.buffer[0..self.used];
        self.used = 0;
        if (bytes.len > 0) try (Stdout{}).writeAll(bytes);
    }
};
