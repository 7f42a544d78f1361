# SPDX-License-Identifier: Apache-2.0
"""A project fresh from `zig init` that fetches the package's tarball, as the guide's first page does."""
import functools
import http.server
import os
import shutil
import threading
import time

from checks import guide, served, strict, tools

# The forerunner's smallest worker. Its `main` differs by version only in how it gets a writer on standard output.
OLD_MAIN = """const std = @import("std");
const wws = @import("wws");

pub fn main() !void {
    const parsed = try wws.parseStream(std.heap.page_allocator, .{});
    defer parsed.deinit();
    const request = parsed.value;
    const response = wws.Response{ .data = request.url };
%s
}
"""
OLD_WRITER = """    const stdout_writer = std.io.getStdOut().writer();
    try wws.writeResponse(response, stdout_writer);"""
FILE_WRITER = """    var buffer: [4096]u8 = undefined;
    var file_writer = std.fs.File.stdout().writer(&buffer);
    const stdout_writer = &file_writer.interface;
    try wws.writeResponse(response, stdout_writer);"""
IO_WRITER = """    var buffer: [4096]u8 = undefined;
    const io = std.Io.Threaded.global_single_threaded.io();
    var file_writer = std.Io.File.stdout().writer(io, &buffer);
    const stdout_writer = &file_writer.interface;
    try wws.writeResponse(response, stdout_writer);"""


class Packages:
    """Serves a folder over HTTP on a free port of the loopback interface."""

    def __init__(self, folder):
        handler = functools.partial(Quiet, directory=folder)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.port = self.server.server_address[1]

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def check(setup, version, package, folder, with_server):
    """Packs, fetches, builds, serves; the seconds from `zig init` to the first answer."""
    compiler = setup.compiler(version)
    setup.run([compiler, "build", "pack"], package)
    packages = os.path.join(package, "zig-out", "packages")
    suffix = "-zig013" if tools.has_text_names(version) else ""
    names = [name for name in os.listdir(packages) if name.endswith(suffix + ".tar.gz") and ("-zig013" in name) == bool(suffix)]
    project = os.path.join(folder, "fresh")
    os.makedirs(project)
    with Packages(packages) as offered:
        began = time.monotonic()
        setup.run([compiler, "init"], project)
        setup.run([compiler, "fetch", "--save", f"http://127.0.0.1:{offered.port}/{names[0]}"], project)
        found = guide.blocks(setup)
        for wanted in ("build.zig", "src/main.zig"):
            guide.write(project, wanted, next(content for name, content in found if name == wanted))
        setup.run([compiler, "build"], project)
        root = os.path.join(project, "zig-out", "root")
        if with_server:
            with served.Server(setup, root) as server:
                served.expect(server.call("/hello")[::2], (200, b"visit 1\n"), "/hello")
        seconds = time.monotonic() - began
    expect_answer(os.path.join(root, "hello.wasm"), b"visit 1\n")
    return f"from zig init to {'the first answer' if with_server else 'the built worker'}: {seconds:.1f} s"


def check_old_shape(setup, version, folder, compiler):
    """The forerunner's minimal worker and the build.zig of the guide's last section."""
    project = os.path.join(folder, "old")
    shutil.copytree(os.path.join(folder, "guide"), project, ignore=shutil.ignore_patterns("zig-out", ".zig-cache", "zig-cache"))
    minor = int(version.split(".")[1])
    writer = OLD_WRITER if minor < 15 else FILE_WRITER if minor == 15 else IO_WRITER
    guide.write(project, "src/steps.zig", OLD_MAIN % writer)
    build = [content for name, content in guide.blocks(setup) if name == "build.zig"][-1]
    guide.write(project, "build.zig", build)
    setup.run([compiler, "build"], project)
    expect_answer(os.path.join(project, "zig-out", "root", "example.wasm"), b"http://localhost/")


def expect_answer(path, body):
    from checks.runner import Worker  # wasmtime can be imported only now
    request = {"url": "http://localhost/", "method": "GET", "headers": {}, "body": "", "kv": {}, "params": {}}
    outcome = Worker(path).run(request)
    answer = strict.parse(outcome.output)
    if outcome.code != 0 or answer["body"] != body:
        raise tools.Failed(f"{path}: exit code {outcome.code}, {answer}, {outcome.log}")
