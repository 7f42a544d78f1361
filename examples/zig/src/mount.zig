// SPDX-License-Identifier: Apache-2.0
//! Serves files of a mounted folder: a page, and with `?file=` what the page links to.

const std = @import("std");
const wws = @import("wws");

const file_bytes_max = 1024 * 1024;

fn handle(context: *wws.Context) !wws.Response {
    const name = try context.request.query("file") orelse "index.html";
    const bytes = read(context.allocator, try context.print("/mnt/pages/{s}", .{name})) catch |err| switch (err) {
        error.FileNotFound, error.NotMounted, error.AccessDenied, error.IsDirectory => {
            return wws.Response.text("No such file.\n").withStatus(.not_found);
        },
        else => return err,
    };
    return wws.Response.bytes(contentType(name), bytes);
}

fn read(allocator: std.mem.Allocator, path: []const u8) ![]u8 {
    var file = try wws.openMounted(path);
    defer file.close();
    return file.readAll(allocator, file_bytes_max);
}

fn contentType(name: []const u8) []const u8 {
    if (std.mem.endsWith(u8, name, ".svg")) return "image/svg+xml";
    if (std.mem.endsWith(u8, name, ".html")) return "text/html; charset=utf-8";
    return "text/plain; charset=utf-8";
}

pub fn main() void {
    wws.serve(handle);
}
