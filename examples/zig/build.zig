// SPDX-License-Identifier: Apache-2.0
//! Builds the folder `zig-out/root`: every example with its configuration. `zig build run` serves it.

const std = @import("std");
const wws = @import("wws");

pub fn build(b: *std.Build) !void {
    const small = b.option(bool, "small", "Build in ReleaseSmall, without safety checks") orelse false;
    const mode = if (small) wws.optimize.small else wws.optimize.safe;

    _ = wws.addSite(b, .{
        .public = "public",
        .workers = &.{
            try wws.addWorker(.{ .b = b, .optimize = mode, .name = "basic", .root_source_file = b.path("src/basic.zig") }),
            try wws.addWorker(.{
                .b = b,
                .optimize = mode,
                .name = "envs",
                .root_source_file = b.path("src/envs.zig"),
                .vars = &.{.{ .name = "MESSAGE", .value = "Hello! This message comes from a variable." }},
            }),
            try wws.addWorker(.{ .b = b, .optimize = mode, .name = "workerkv", .root_source_file = b.path("src/workerkv.zig"), .kv = "workerkv" }),
            try wws.addWorker(.{ .b = b, .optimize = mode, .name = "no-alloc-kv", .root_source_file = b.path("src/no-alloc-kv.zig"), .kv = "no-alloc-kv" }),
            try wws.addWorker(.{ .b = b, .optimize = mode, .name = "mixed-alloc-kv", .root_source_file = b.path("src/mixed-alloc-kv.zig"), .kv = "mixed-alloc-kv" }),
            try wws.addWorker(.{
                .b = b,
                .optimize = mode,
                .name = "mount",
                .root_source_file = b.path("src/mount.zig"),
                .folders = &.{.{ .from = "_pages", .to = "/mnt/pages", .copy = b.path("pages") }},
            }),
            try wws.addWorker(.{ .b = b, .optimize = mode, .name = "params", .path = "params/[id]", .root_source_file = b.path("src/params.zig") }),
            try wws.addWorker(.{ .b = b, .optimize = mode, .name = "router", .path = "router/[...path]", .root_source_file = b.path("src/router.zig") }),
            try wws.addWorker(.{ .b = b, .optimize = mode, .name = "dynamic", .root_source_file = b.path("src/dynamic.zig"), .kv = "dynamic" }),
            try wws.addWorker(.{
                .b = b,
                .optimize = mode,
                .name = "fetch",
                .root_source_file = b.path("src/fetch.zig"),
                .vars = &.{.{ .name = "URL", .value = "http://127.0.0.1:8080/basic" }},
                .features = .{ .http_requests = .{ .allowed_hosts = &.{"127.0.0.1"}, .allow_http = true } },
            }),
            try wws.addWorker(.{ .b = b, .optimize = mode, .name = "upload", .root_source_file = b.path("src/upload.zig") }),
            try wws.addWorker(.{ .b = b, .optimize = mode, .name = "json-api", .root_source_file = b.path("src/json-api.zig"), .kv = "json-api" }),
        },
    });
}
