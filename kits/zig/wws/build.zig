// SPDX-License-Identifier: Apache-2.0
//! Builds workers: a Zig program becomes a `.wasm` file and the `.toml` beside it.
//!
//! Import it from your own `build.zig` as `@import("wws")`.

const std = @import("std");
const builtin = @import("builtin");
const compat = @import("build/compat.zig");
const toml = @import("build/toml.zig");

comptime {
    if (builtin.zig_version.order(.{ .major = 0, .minor = 12, .patch = 0 }) == .lt) {
        @compileError("wws needs Zig 0.12.0 or newer");
    }
}

pub const Optimize = compat.Optimize;
pub const ExecModel = compat.ExecModel;

/// Optimization modes under one name for every Zig version.
pub const optimize = struct {
    pub const debug = compat.debug;
    pub const safe = compat.safe;
    pub const small = compat.small;
    pub const fast = compat.fast;
};

/// A module that the worker's source imports.
pub const Import = struct { name: []const u8, module: *std.Build.Module };

/// A variable of the worker's environment. `$NAME` is replaced by the server's own variable, `$$` is a dollar.
pub const Var = struct { name: []const u8, value: []const u8 };

/// A folder that the worker sees.
pub const Folder = struct {
    /// The folder on the host, relative to the worker's file.
    from: []const u8,
    /// Where the worker sees it.
    to: []const u8,
    writable: bool = false,
    /// The folder to copy to `from` in the output; null if it is there already.
    copy: ?std.Build.LazyPath = null,
};

pub const Features = struct {
    http_requests: ?HttpRequests = null,
    wasi_nn: ?WasiNn = null,
};

/// Requests that the worker may send.
pub const HttpRequests = struct {
    allowed_hosts: []const []const u8 = &.{},
    /// The server's default when empty: GET, POST, PUT, PATCH, DELETE.
    allowed_methods: []const []const u8 = &.{},
    allow_http: bool = false,
};

pub const WasiNn = struct {
    allowed_backends: []const []const u8 = &.{},
};

/// Limits of one run, in the server's words; null leaves the server's own.
pub const Limits = struct {
    /// A duration, such as "5s" or "250ms".
    timeout: ?[]const u8 = null,
    /// Bytes, such as "64MiB".
    memory: ?[]const u8 = null,
    stdout: ?[]const u8 = null,
    stderr: ?[]const u8 = null,
    body: ?[]const u8 = null,
    open_files: ?u32 = null,
};

pub const WorkerOptions = struct {
    /// Shown in the server's log, and the route unless `path` is given.
    name: []const u8,
    root_source_file: std.Build.LazyPath,
    /// The project's own build; needed unless `wws` is given.
    b: ?*std.Build = null,
    /// `b.dependency("wws", .{})`; found by itself when `b` is given.
    wws: ?*std.Build.Dependency = null,
    /// The file's place in the folder, without extension: `api/[id]`.
    path: ?[]const u8 = null,
    /// wasm32-wasi without extras.
    target: ?std.Build.ResolvedTarget = null,
    /// `optimize.safe`, whatever the command line says: a debug worker is 5 times larger and much slower.
    optimize: ?Optimize = null,
    strip: bool = true,
    /// Bytes. Zig's own default of 16 MiB would be the largest part of the worker's memory.
    stack_size: u64 = 256 * 1024,
    exec_model: ExecModel = .command,
    imports: []const Import = &.{},
    vars: []const Var = &.{},
    /// The namespace of the key/value store.
    kv: ?[]const u8 = null,
    folders: []const Folder = &.{},
    features: Features = .{},
    limits: Limits = .{},
};

/// A worker on its way to the output.
pub const Worker = struct {
    options: WorkerOptions,
    exe: *std.Build.Step.Compile,

    /// The place in the folder, without extension.
    pub fn path(self: *const Worker) []const u8 {
        return self.options.path orelse self.options.name;
    }

    /// Adds the worker's two files, and the folders it asks to copy.
    pub fn addToWriteFiles(self: *const Worker, b: *std.Build, wf: *std.Build.Step.WriteFile) void {
        _ = wf.addCopyFile(self.exe.getEmittedBin(), b.fmt("{s}.wasm", .{self.path()}));
        _ = wf.add(b.fmt("{s}.toml", .{self.path()}), workerToml(b.allocator, self.options));
        const parent = std.fs.path.dirname(self.path()) orelse ".";
        for (self.options.folders) |folder| {
            const source = folder.copy orelse continue;
            const target = if (std.mem.eql(u8, parent, ".")) folder.from else b.fmt("{s}/{s}", .{ parent, folder.from });
            _ = wf.addCopyDirectory(source, target, .{});
        }
    }
};

/// A worker of `root_source_file`, whose `main` answers one request.
pub fn addWorker(options: WorkerOptions) error{OutOfMemory}!*Worker {
    const b = options.b orelse if (options.wws) |dependency| dependency.builder else @panic("addWorker needs .b or .wws");
    const package = options.wws orelse b.dependencyFromBuildZig(@This(), .{});
    const worker = try b.allocator.create(Worker);
    worker.* = .{ .options = options, .exe = addModule(b, package, options) };
    return worker;
}

fn addModule(b: *std.Build, package: *std.Build.Dependency, options: WorkerOptions) *std.Build.Step.Compile {
    const target = options.target orelse wasmTarget(b);
    const mode = options.optimize orelse compat.safe;
    const sdk = package.module("wws");

    const source = b.createModule(.{ .root_source_file = options.root_source_file, .target = target, .optimize = mode });
    source.addImport("wws", sdk);
    for (options.imports) |import| source.addImport(import.name, import.module);

    const grants = b.addOptions();
    grants.addOption(bool, "has_namespace", options.kv != null);
    grants.addOption(bool, "has_http", options.features.http_requests != null);

    const exe = compat.addExecutable(b, fileName(b, options.name), .{
        .root_source_file = package.path("src/entry.zig"),
        .target = target,
        .optimize = mode,
        .strip = options.strip,
    });
    exe.root_module.addImport("wws", sdk);
    exe.root_module.addImport("worker", source);
    exe.root_module.addImport("wws_worker", grants.createModule());
    if (options.features.http_requests != null) {
        exe.root_module.export_symbol_names = &.{ "canonical_abi_realloc", "canonical_abi_free" };
    }
    exe.stack_size = options.stack_size;
    exe.wasi_exec_model = options.exec_model;
    return exe;
}

/// A worker may be called anything, a file of the build may not.
fn fileName(b: *std.Build, name: []const u8) []const u8 {
    const file = b.allocator.dupe(u8, name) catch @panic("out of memory");
    for (file) |*byte| {
        if (!std.ascii.isAlphanumeric(byte.*)) byte.* = '-';
    }
    return file;
}

/// The target of every worker.
pub fn wasmTarget(b: *std.Build) std.Build.ResolvedTarget {
    return b.resolveTargetQuery(.{ .cpu_arch = .wasm32, .os_tag = .wasi });
}

pub const SiteOptions = struct {
    workers: []const *Worker,
    /// A folder of static files, relative to the project.
    public: ?[]const u8 = null,
    /// The served folder in the output.
    folder: []const u8 = "root",
};

/// The whole folder to serve, installed by `zig build`; `zig build run` starts `wws` on it
/// (`-Dwws=PATH` if it is not on the PATH), `zig build dev --watch` does it again on every change (0.14 and newer).
pub fn addSite(b: *std.Build, options: SiteOptions) *std.Build.Step.WriteFile {
    const debug_worker = b.option(bool, "debug-worker", "Build the workers in Debug, with names in traces") orelse false;
    const command = b.option([]const u8, "wws", "The wws command") orelse "wws";

    const files = b.addWriteFiles();
    for (options.workers) |worker| {
        if (debug_worker) {
            worker.exe.root_module.optimize = compat.debug;
            worker.exe.root_module.strip = false;
        }
        worker.addToWriteFiles(b, files);
    }
    if (options.public) |public| _ = files.addCopyDirectory(b.path(public), "public", .{});

    const install = b.addInstallDirectory(.{
        .source_dir = files.getDirectory(),
        .install_dir = .prefix,
        .install_subdir = options.folder,
    });
    b.getInstallStep().dependOn(&install.step);

    const run = b.addSystemCommand(&.{command});
    run.addDirectoryArg(files.getDirectory());
    b.step("run", "Serve the folder with wws").dependOn(&run.step);

    const dev = b.addSystemCommand(&.{"sh"});
    dev.addFileArg(b.dependencyFromBuildZig(@This(), .{}).path("build/dev.sh"));
    dev.addArg(command);
    dev.addDirectoryArg(files.getDirectory());
    dev.has_side_effects = true;
    b.step("dev", "With --watch: build and serve again on every change").dependOn(&dev.step);
    return files;
}

/// The configuration of a worker.
fn workerToml(allocator: std.mem.Allocator, options: WorkerOptions) []const u8 {
    var out = toml.Writer{ .allocator = allocator };
    out.string("name", options.name);
    out.string("version", "1");
    if (options.vars.len > 0) out.table("[vars]");
    for (options.vars) |variable| out.quotedPair(variable.name, variable.value);
    if (options.kv) |namespace| {
        out.table("[data.kv]");
        out.string("namespace", namespace);
    }
    for (options.folders) |folder| {
        out.table("[[folders]]");
        out.string("from", folder.from);
        out.string("to", folder.to);
        if (folder.writable) out.boolean("readonly", false);
    }
    writeFeatures(&out, options.features);
    writeLimits(&out, options.limits);
    return out.written();
}

fn writeFeatures(out: *toml.Writer, features: Features) void {
    if (features.http_requests) |http| {
        out.table("[features.http_requests]");
        out.strings("allowed_hosts", http.allowed_hosts);
        out.strings("allowed_methods", http.allowed_methods);
        out.boolean("allow_http", http.allow_http);
    }
    if (features.wasi_nn) |nn| {
        out.table("[features.wasi_nn]");
        out.strings("allowed_backends", nn.allowed_backends);
    }
}

fn writeLimits(out: *toml.Writer, limits: Limits) void {
    var begun = false;
    const texts = [_]struct { []const u8, ?[]const u8 }{
        .{ "timeout", limits.timeout }, .{ "memory", limits.memory }, .{ "stdout", limits.stdout },
        .{ "stderr", limits.stderr },   .{ "body", limits.body },
    };
    for (texts) |entry| {
        const value = entry[1] orelse continue;
        if (!begun) out.table("[limits]");
        begun = true;
        out.string(entry[0], value);
    }
    if (limits.open_files) |count| {
        if (!begun) out.table("[limits]");
        out.integer("open_files", count);
    }
}

/// The package's own build: the module, its tests, its tarball.
pub fn build(b: *std.Build) void {
    const target = b.standardTargetOptions(.{});
    const sdk = b.addModule("wws", .{ .root_source_file = b.path("src/wws.zig") });
    const step = b.step("test", "Run the tests");
    for ([_][]const u8{ "tests/all.zig", "build/toml.zig" }) |file| {
        const tests = compat.addTest(b, .{ .root_source_file = b.path(file), .target = target, .optimize = compat.debug });
        tests.root_module.addImport("wws", sdk);
        step.dependOn(&b.addRunArtifact(tests).step);
    }

    const pack = b.addSystemCommand(&.{"python3"});
    pack.addFileArg(b.path("build/pack.py"));
    pack.addDirectoryArg(b.path("."));
    pack.has_side_effects = true;
    b.step("pack", "Make the tarballs in zig-out/packages").dependOn(&pack.step);
}
