// SPDX-License-Identifier: Apache-2.0
//! The root of every worker that `addWorker` builds. It calls the worker's `main` and gives it the SDK's small
//! panic handler and log, so that a safe build stays small and an error has a line in the host's log.

const std = @import("std");
const wws = @import("wws");
const worker = @import("worker");

/// Read by the SDK: what the worker's configuration grants.
pub const wws_worker = @import("wws_worker");

comptime {
    if (wws_worker.has_http) _ = wws.http.exports;
}

pub const panic = if (@hasDecl(worker, "panic")) worker.panic else wws.panic;

pub const std_options: std.Options = if (@hasDecl(worker, "std_options"))
    worker.std_options
else
    .{ .logFn = wws.logFn };

pub const main = if (wws.entry.isPlain(@TypeOf(worker.main))) plainMain else worker.main;

fn plainMain() void {
    wws.entry.call(worker.main);
}
