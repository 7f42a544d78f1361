# SPDX-License-Identifier: Apache-2.0
"""The guide: its code compiles, its list of versions is the tested one, the package's README is the same text."""
import os
import re

from checks import tools

BLOCK = re.compile(r"```zig\n// (\S+)\n(.*?)```", re.S)

# Builds every worker of the guide, whatever its own build.zig blocks do.
BUILD = """const std = @import("std");
const wws = @import("wws");

pub fn build(b: *std.Build) !void {
    const dep = b.dependency("wws", .{});
    const wf = b.addWriteFiles();
    inline for (.{ %s }) |name| {
        const worker = try wws.addWorker(.{
            .wws = dep,
            .optimize = wws.optimize.debug,
            .name = name,
            .root_source_file = b.path("src/" ++ name ++ ".zig"),
            .features = .{ .http_requests = .{} },
        });
        worker.addToWriteFiles(b, wf);
    }
    const install = b.addInstallDirectory(.{ .source_dir = wf.getDirectory(), .install_dir = .prefix, .install_subdir = "all" });
    b.getInstallStep().dependOn(&install.step);
}
"""


def text(setup):
    with open(os.path.join(setup.root, "docs", "guide", "zig.md"), encoding="utf-8") as file:
        return file.read()


def blocks(setup):
    """Name and content of each Zig block, in order."""
    found = BLOCK.findall(text(setup))
    if len(found) != text(setup).count("```zig"):
        raise tools.Failed("docs/guide/zig.md: a Zig block does not begin with `// FILE`")
    return found


def check_text(setup, versions):
    """The versions named, and the README."""
    named = re.search(r"<!-- versions -->(.*?)<!-- /versions -->", text(setup)).group(1)
    if named != ", ".join(versions):
        raise tools.Failed(f"docs/guide/zig.md names the versions {named} (expected: {', '.join(versions)})")
    with open(os.path.join(setup.root, "kits", "zig", "wws", "README.md"), encoding="utf-8") as file:
        if file.read() != readme(setup):
            raise tools.Failed("kits/zig/wws/README.md is not docs/guide/zig.md: run kits/zig/test-all --readme")


def readme(setup):
    """The guide without the links that lead out of the package."""
    return re.sub(r"\[([^\]]+)\]\(\.\./[^)]*\)", r"\1", text(setup))


def write_readme(setup):
    write(os.path.join(setup.root, "kits", "zig", "wws"), "README.md", readme(setup))


def check_code(setup, version, folder, zig):
    """Every block is compiled: each build.zig as it stands, and all workers together."""
    project = os.path.join(folder, "guide")
    os.makedirs(os.path.join(project, "src"))
    manifest = ('.{\n    .name = .guide,\n    .version = "0.0.0",\n    .fingerprint = 0xca9ec735c02c21c2,\n'
                '    .dependencies = .{ .wws = .{ .path = "../kits/zig/wws" } },\n    .paths = .{""},\n}\n')
    write(project, "build.zig.zon", tools.manifest_for(version, manifest))
    builds = []
    for name, content in blocks(setup):
        if name == "build.zig":
            builds.append(content)
        else:
            write(project, name, content)
    workers = sorted(name[:-4] for name in os.listdir(os.path.join(project, "src")))
    for build in [*builds, BUILD % ", ".join(f'"{name}"' for name in workers)]:
        write(project, "build.zig", build)
        zig(project)
    return f"{len(blocks(setup))} blocks"


def write(project, name, content):
    with open(os.path.join(project, name), "w", encoding="utf-8") as file:
        file.write(content)
