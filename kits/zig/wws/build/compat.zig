// SPDX-License-Identifier: Apache-2.0
//! What differs between Zig versions in build scripts. Branches that are not taken are not analyzed.

const std = @import("std");

/// `std.builtin.OptimizeMode` until 0.16, `std.lang.Optimize` from 0.17 on.
pub const Optimize = if (@hasDecl(std, "lang")) std.lang.Optimize else std.builtin.OptimizeMode;
pub const ExecModel = if (@hasDecl(std, "lang")) std.lang.WasiExecModel else std.builtin.WasiExecModel;

const short_names = @hasField(Optimize, "small");
pub const debug: Optimize = if (short_names) .debug else .Debug;
pub const safe: Optimize = if (short_names) .safe else .ReleaseSafe;
pub const small: Optimize = if (short_names) .small else .ReleaseSmall;
pub const fast: Optimize = if (short_names) .fast else .ReleaseFast;

/// Options of an executable or a test.
pub const RootOptions = struct {
    root_source_file: std.Build.LazyPath,
    target: std.Build.ResolvedTarget,
    optimize: Optimize,
    strip: ?bool = null,
};

pub fn addExecutable(b: *std.Build, name: []const u8, root: RootOptions) *std.Build.Step.Compile {
    if (@hasField(std.Build.ExecutableOptions, "root_source_file") and !@hasDecl(std, "Io")) {
        return b.addExecutable(.{
            .name = name,
            .root_source_file = root.root_source_file,
            .target = root.target,
            .optimize = root.optimize,
            .strip = root.strip,
        });
    }
    return b.addExecutable(.{ .name = name, .root_module = createRoot(b, root) });
}

pub fn addTest(b: *std.Build, root: RootOptions) *std.Build.Step.Compile {
    if (@hasField(std.Build.TestOptions, "root_source_file") and !@hasDecl(std, "Io")) {
        return b.addTest(.{
            .root_source_file = root.root_source_file,
            .target = root.target,
            .optimize = root.optimize,
        });
    }
    return b.addTest(.{ .root_module = createRoot(b, root) });
}

fn createRoot(b: *std.Build, root: RootOptions) *std.Build.Module {
    return b.createModule(.{
        .root_source_file = root.root_source_file,
        .target = root.target,
        .optimize = root.optimize,
        .strip = root.strip,
    });
}
