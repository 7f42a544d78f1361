// SPDX-License-Identifier: Apache-2.0
//! The functions of WASI preview 1 that a worker uses, declared here because the ABI never changed
//! while the standard library's wrappers did. Only what a worker calls is imported by its module.

pub const Fd = i32;

/// First descriptor that may be a mounted folder.
pub const first_preopen: Fd = 3;

pub const success: u16 = 0;
pub const errno_acces: u16 = 2;
pub const errno_badf: u16 = 8;
pub const errno_isdir: u16 = 31;
pub const errno_noent: u16 = 44;
pub const errno_notdir: u16 = 54;
pub const errno_perm: u16 = 63;
pub const errno_notcapable: u16 = 76;

pub const right_fd_read: u64 = 1 << 1;
pub const right_fd_seek: u64 = 1 << 2;
pub const lookup_symlink_follow: u32 = 1;

pub const Iovec = extern struct { ptr: [*]u8, len: usize };
pub const ConstIovec = extern struct { ptr: [*]const u8, len: usize };
pub const Prestat = extern struct { tag: u8, name_len: usize };

pub extern "wasi_snapshot_preview1" fn fd_read(fd: Fd, iovs: [*]const Iovec, count: usize, read: *usize) u16;
pub extern "wasi_snapshot_preview1" fn fd_write(fd: Fd, iovs: [*]const ConstIovec, count: usize, written: *usize) u16;
pub extern "wasi_snapshot_preview1" fn fd_close(fd: Fd) u16;
pub extern "wasi_snapshot_preview1" fn fd_prestat_get(fd: Fd, prestat: *Prestat) u16;
pub extern "wasi_snapshot_preview1" fn fd_prestat_dir_name(fd: Fd, name: [*]u8, len: usize) u16;
pub extern "wasi_snapshot_preview1" fn path_open(
    dir: Fd,
    lookup: u32,
    path: [*]const u8,
    path_len: usize,
    open_flags: u16,
    rights_base: u64,
    rights_inheriting: u64,
    fd_flags: u16,
    opened: *Fd,
) u16;
pub extern "wasi_snapshot_preview1" fn environ_sizes_get(count: *usize, bytes: *usize) u16;
pub extern "wasi_snapshot_preview1" fn environ_get(pointers: [*][*:0]u8, buffer: [*]u8) u16;
pub extern "wasi_snapshot_preview1" fn proc_exit(code: u32) noreturn;
