# SPDX-License-Identifier: Apache-2.0
"""Every check with every version."""
import os
import tempfile

from checks import guide, project, served, special, tools

SAFE_BYTES_MAX = 45_000
SMALL_BYTES_MAX = 30_000
# `Request.json` brings in std.json.
JSON_WORKERS = {"json-api"}
JSON_BYTES_MAX = 110_000


def run(setup, versions, with_server):
    """Tests each version; the exit code."""
    setup.use_runner()
    failures = 0
    for version in versions:
        failures += Version(setup, version, with_server).test()
    print("every version passed" if failures == 0 else f"{failures} steps failed")
    return 0 if failures == 0 else 1


class Version:
    def __init__(self, setup, version, with_server):
        self.setup, self.version, self.with_server = setup, version, with_server
        self.compiler = setup.compiler(version)
        self.timer = tools.Timer(version)

    def test(self):
        with tempfile.TemporaryDirectory() as folder:
            self.package = os.path.join(folder, "kits", "zig", "wws")
            self.examples = os.path.join(folder, "examples", "zig")
            tools.copy_sources(self.setup, self.version, folder)
            step = self.timer.step
            step("unit tests", lambda: self.zig(self.package, "test"))
            step("examples, default mode", lambda: self.build_examples("safe"))
            step("examples, ReleaseSmall", lambda: self.build_examples("small", "-Dsmall"))
            step("raw output, default mode", lambda: self.check_raw("safe"))
            step("raw output, ReleaseSmall", lambda: self.check_raw("small"))
            step("sizes", self.check_sizes)
            step("special workers", lambda: special.check(self.version, folder, self.zig))
            if self.with_server:
                step("served by ./wws", lambda: served.check(self.setup, self.root("safe")))
            step("guide", lambda: guide.check_code(self.setup, self.version, folder, self.zig))
            step("fresh project, tarball", lambda: project.check(self.setup, self.version, self.package, folder, self.with_server))
            step("the forerunner's shape", lambda: project.check_old_shape(self.setup, self.version, folder, self.compiler))
        return self.timer.failures

    def zig(self, folder, *arguments):
        self.setup.run([self.compiler, "build", *arguments], folder)

    def build_examples(self, name, *arguments):
        self.zig(self.examples, "--prefix", os.path.join(self.examples, "out", name), *arguments)

    def root(self, name):
        return os.path.join(self.examples, "out", name, "root")

    def check_raw(self, name):
        from checks.cases import Examples  # wasmtime can be imported only now
        failures = Examples(self.root(name)).check_all()
        if failures:
            raise tools.Failed("\n".join(failures))

    def check_sizes(self):
        worst = []
        for name, limit in (("safe", SAFE_BYTES_MAX), ("small", SMALL_BYTES_MAX)):
            sizes = {}
            for folder, _, files in os.walk(self.root(name)):
                for file in files:
                    if file.endswith(".wasm"):
                        path = os.path.join(folder, file)
                        sizes[os.path.relpath(path, self.root(name))[:-5]] = os.path.getsize(path)
            for worker, size in sizes.items():
                if size > (JSON_BYTES_MAX if worker in JSON_WORKERS else limit):
                    worst.append(f"{worker} in mode {name}: {size} bytes (expected: at most {limit})")
            self.sizes = getattr(self, "sizes", {})
            self.sizes[name] = sizes
        if worst:
            raise tools.Failed("\n".join(worst))
        return "bytes, default/small: " + ", ".join(
            f"{worker} {self.sizes['safe'][worker]}/{self.sizes['small'][worker]}" for worker in sorted(self.sizes["safe"]))
