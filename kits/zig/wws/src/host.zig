// SPDX-License-Identifier: Apache-2.0
//! What a native test gives in place of the host. Never used in a worker.

const http = @import("http.zig");
const Pairs = @import("pairs.zig").Pairs;

/// Variables.
pub var vars: Pairs = .{};

/// Mounted files: guest path and content.
pub var files: Pairs = .{};

/// Answers the requests that the worker sends.
pub var send: ?*const fn (http.Request) http.Error!http.Response = null;

/// What the worker wrote to standard error in the last `testing.run`, cut at the buffer's end.
pub var log_buffer: [1024]u8 = undefined;
pub var log_len: usize = 0;

pub fn log(bytes: []const u8) void {
    const count = @min(bytes.len, log_buffer.len - log_len);
    @memcpy(log_buffer[log_len..][0..count], bytes[0..count]);
    log_len += count;
}
