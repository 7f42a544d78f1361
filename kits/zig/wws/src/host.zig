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
