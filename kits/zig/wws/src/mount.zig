// SPDX-License-Identifier: Apache-2.0
//! Files in the folders that the worker's configuration mounts.

const std = @import("std");
const compat = @import("compat.zig");
const host = @import("host.zig");
const wasi = @import("wasi.zig");

pub const OpenError = error{
    /// No mounted folder holds this path.
    NotMounted,
    FileNotFound,
    /// The path leaves its folder, or the host refuses it.
    AccessDenied,
    IsDirectory,
    OpenFailed,
    OutOfMemory,
};

pub const ReadError = error{ OutOfMemory, ReadFailed, IsDirectory, FileTooLarge };

/// An open file, read from the beginning to the end.
pub const File = struct {
    fd: wasi.Fd = 0,
    /// Natively: what is left of the file.
    rest: []const u8 = "",

    pub fn close(self: File) void {
        if (compat.is_wasm) _ = wasi.fd_close(self.fd);
    }

    /// Reads some bytes; 0 means the end.
    pub fn read(self: *File, buffer: []u8) error{ ReadFailed, IsDirectory }!usize {
        if (!compat.is_wasm) {
            const count = @min(buffer.len, self.rest.len);
            @memcpy(buffer[0..count], self.rest[0..count]);
            self.rest = self.rest[count..];
            return count;
        }
        const iovs = [1]wasi.Iovec{.{ .ptr = buffer.ptr, .len = buffer.len }};
        var count: usize = 0;
        return switch (wasi.fd_read(self.fd, &iovs, 1, &count)) {
            wasi.success => count,
            wasi.errno_isdir, wasi.errno_badf => error.IsDirectory,
            else => error.ReadFailed,
        };
    }

    /// The rest of the file, allocated; `FileTooLarge` if it has more than `bytes_max` bytes.
    pub fn readAll(self: *File, allocator: std.mem.Allocator, bytes_max: usize) ReadError![]u8 {
        var bytes: []u8 = &.{};
        errdefer allocator.free(bytes);
        var used: usize = 0;
        while (true) {
            if (used > bytes_max) return error.FileTooLarge;
            if (used == bytes.len) bytes = try allocator.realloc(bytes, bytes.len + @max(4096, bytes.len / 2));
            const count = try self.read(bytes[used..]);
            if (count == 0) return allocator.realloc(bytes, used);
            used += count;
        }
    }
};

/// Opens a file by its guest path, say `/mnt/pages/index.html`. Of several folders that hold it the innermost wins.
pub fn openMounted(path: []const u8) OpenError!File {
    if (!compat.is_wasm) return .{ .rest = host.files.get(path) orelse return error.FileNotFound };
    const folder = try findFolder(path);
    var fd: wasi.Fd = 0;
    const rights = wasi.right_fd_read | wasi.right_fd_seek;
    return switch (wasi.path_open(
        folder.fd,
        wasi.lookup_symlink_follow,
        folder.rest.ptr,
        folder.rest.len,
        0,
        rights,
        0,
        0,
        &fd,
    )) {
        wasi.success => .{ .fd = fd },
        wasi.errno_noent, wasi.errno_notdir => error.FileNotFound,
        wasi.errno_acces, wasi.errno_perm, wasi.errno_notcapable => error.AccessDenied,
        wasi.errno_isdir => error.IsDirectory,
        else => error.OpenFailed,
    };
}

const Folder = struct { fd: wasi.Fd, rest: []const u8 };

fn findFolder(path: []const u8) OpenError!Folder {
    var best: ?Folder = null;
    var name: [path_bytes_max]u8 = undefined;
    var fd = wasi.first_preopen;
    while (true) : (fd += 1) {
        var prestat: wasi.Prestat = undefined;
        if (wasi.fd_prestat_get(fd, &prestat) != wasi.success) return best orelse error.NotMounted;
        if (prestat.name_len > name.len) continue;
        if (wasi.fd_prestat_dir_name(fd, &name, prestat.name_len) != wasi.success) continue;
        const rest = below(name[0..prestat.name_len], path) orelse continue;
        if (best == null or rest.len < best.?.rest.len) best = .{ .fd = fd, .rest = rest };
    }
}

/// Longest name of a mounted folder that is looked at.
const path_bytes_max = 1024;

/// The part of `path` behind `folder`; null when it is not in it.
fn below(folder: []const u8, path: []const u8) ?[]const u8 {
    const prefix = if (std.mem.endsWith(u8, folder, "/")) folder[0 .. folder.len - 1] else folder;
    if (!std.mem.startsWith(u8, path, prefix)) return null;
    const rest = path[prefix.len..];
    if (rest.len < 2 or rest[0] != '/') return null;
    return rest[1..];
}
