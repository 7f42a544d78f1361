# SPDX-License-Identifier: Apache-2.0
"""Compilers, copies of the sources, processes."""
import os
import re
import shutil
import subprocess
import sys
import time


class Failed(Exception):
    """A command or a check failed; the text says how."""


def versions(folder):
    with open(os.path.join(folder, "versions"), encoding="utf-8") as file:
        return file.read().split()


class Setup:
    """Where things are on this machine."""

    def __init__(self, root):
        self.root = root
        cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        self.home = os.environ.get("WWS_ZIG_HOME") or os.path.join(cache, "zephyr-workers", "zig")
        self.wws = os.environ.get("WWS") or os.path.join(root, "wws")
        self.environment = dict(os.environ)
        self.environment.setdefault("ZIG_GLOBAL_CACHE_DIR", os.path.join(self.home, "cache"))

    def compiler(self, version):
        """The path of a compiler, installed when it is missing."""
        return self.run([os.path.join(self.root, "kits", "zig", "install"), version], self.root).strip()

    def use_runner(self):
        """Makes `import wasmtime` work."""
        folder = os.path.join(self.home, "wasmtime")
        if not os.path.isdir(os.path.join(folder, "wasmtime")):
            self.run([sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                      "--target", folder, "wasmtime"], self.root)
        sys.path.insert(0, folder)

    def run(self, command, folder, seconds=900):
        """The standard output of a command; Failed with all that it printed otherwise."""
        done = subprocess.run(command, cwd=folder, env=self.environment, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, timeout=seconds, check=False)
        if done.returncode != 0:
            raise Failed(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
        return done.stdout


def has_text_names(version):
    """True for versions whose manifests name a package by a string."""
    return tuple(map(int, version.split(".")[:2])) < (0, 14)


def manifest_for(version, text):
    """A manifest as this version wants it; they are written for 0.14 and newer."""
    if not has_text_names(version):
        return text
    text = re.sub(r"\.name = \.(\w+),", r'.name = "\1",', text)
    return re.sub(r"\n *\.fingerprint = [^\n]*", "", text)


def copy_sources(setup, version, folder):
    """The package and the examples below `folder`, with manifests for this version."""
    ignored = shutil.ignore_patterns("zig-out", ".zig-cache", "zig-cache", "zig-pkg", "root")
    for part in ("kits/zig/wws", "examples/zig"):
        target = os.path.join(folder, *part.split("/"))
        shutil.copytree(os.path.join(setup.root, *part.split("/")), target, ignore=ignored)
        manifest = os.path.join(target, "build.zig.zon")
        with open(manifest, encoding="utf-8") as file:
            text = file.read()
        with open(manifest, "w", encoding="utf-8") as file:
            file.write(manifest_for(version, text))


class Timer:
    """Prints what is being done and how long it took."""

    def __init__(self, version):
        self.version = version
        self.failures = 0

    def step(self, name, work):
        began = time.monotonic()
        try:
            detail = work() or ""
        except Exception as error:  # every failure of a step is one line more in the report, whatever it is
            self.failures += 1
            detail = f"\n{type(error).__name__}: {error}"
            verdict = "FAILED"
        else:
            verdict = "ok"
        print(f"{self.version:8} {name:28} {verdict:6} {time.monotonic() - began:6.1f} s  {detail}", flush=True)
