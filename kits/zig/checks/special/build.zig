// SPDX-License-Identifier: Apache-2.0
//! Workers that no example shows: hostile configuration, both start models, failures.

const std = @import("std");
const wws = @import("wws");

/// Every byte below 0x80 but those that no route may have, quotes, backslashes, dots and text beyond ASCII.
const hostile = "\x00\x01\x08\t\n\x0b\x0c\r\x1f \"'\\.\\foo #=[]{}$,\x7f\u{e9}\u{1f300}";

pub fn build(b: *std.Build) !void {
    _ = wws.addSite(b, .{
        .workers = &.{
            try wws.addWorker(.{
                .b = b,
                .name = hostile,
                .path = "hostile/[...rest]",
                .root_source_file = b.path("src/say.zig"),
                .optimize = wws.optimize.debug,
                .kv = hostile,
                .vars = &.{ .{ .name = hostile, .value = hostile }, .{ .name = "a.b", .value = "" } },
                .folders = &.{
                    .{ .from = ".\\foo", .to = "/mnt/\"a\"" },
                    .{ .from = "", .to = hostile, .writable = true },
                },
                .features = .{
                    .http_requests = .{ .allowed_hosts = &.{ hostile, "b" }, .allowed_methods = &.{"HEAD"}, .allow_http = true },
                    .wasi_nn = .{ .allowed_backends = &.{"openvino"} },
                },
                .limits = .{ .timeout = "5s", .memory = "32MiB", .stdout = "1MiB", .stderr = "1KiB", .body = "2MiB", .open_files = 3 },
            }),
            try worker(b, "plain", "say", .command),
            try worker(b, "reactor", "say", .reactor),
            try worker(b, "error", "error", .command),
            try worker(b, "keyless", "keyless", .command),
            try wws.addWorker(.{ .b = b, .name = "panic", .root_source_file = b.path("src/panic.zig") }),
            try wws.addWorker(.{
                .b = b,
                .name = "folders",
                .path = "deep/folders",
                .root_source_file = b.path("src/folders.zig"),
                .optimize = wws.optimize.debug,
                .folders = &.{
                    .{ .from = "_outer", .to = "/mnt", .copy = b.path("src") },
                    .{ .from = "_inner", .to = "/mnt/inner", .copy = b.path("inner") },
                },
            }),
        },
    });
}

fn worker(b: *std.Build, name: []const u8, source: []const u8, model: wws.ExecModel) !*wws.Worker {
    return wws.addWorker(.{
        .b = b,
        .name = name,
        .root_source_file = b.path(b.fmt("src/{s}.zig", .{source})),
        .optimize = wws.optimize.debug,
        .exec_model = model,
        .kv = if (std.mem.eql(u8, name, "plain")) null else name,
    });
}
