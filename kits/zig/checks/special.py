# SPDX-License-Identifier: Apache-2.0
"""The project in `special/`: what the configuration says, how workers start and fail."""
import os
import shutil

from checks import strict, tools

try:
    import tomllib
except ImportError:  # Python 3.9 and 3.10; the server's own check still reads the files
    tomllib = None

HOSTILE = "\x00\x01\x08\t\n\x0b\x0c\r\x1f \"'\\.\\foo #=[]{}$,\x7f\u00e9\U0001f300"
CONFIGURATION = {
    "name": HOSTILE,
    "version": "1",
    "vars": {HOSTILE: HOSTILE, "a.b": ""},
    "data": {"kv": {"namespace": HOSTILE}},
    "folders": [{"from": ".\\foo", "to": "/mnt/\"a\""}, {"from": "", "to": HOSTILE, "readonly": False}],
    "features": {
        "http_requests": {"allowed_hosts": [HOSTILE, "b"], "allowed_methods": ["HEAD"], "allow_http": True},
        "wasi_nn": {"allowed_backends": ["openvino"]},
    },
    "limits": {"timeout": "5s", "memory": "32MiB", "stdout": "1MiB", "stderr": "1KiB", "body": "2MiB", "open_files": 3},
}
REQUEST = {"url": "http://localhost/", "method": "GET", "headers": {}, "body": "", "kv": {"a": "1"}, "params": {}}


def check(version, folder, zig):
    """Builds the project and looks at everything in it."""
    project = os.path.join(folder, "special")
    shutil.copytree(os.path.join(os.path.dirname(os.path.abspath(__file__)), "special"), project)
    manifest = os.path.join(project, "build.zig.zon")
    with open(manifest, encoding="utf-8") as file:
        text = file.read()
    with open(manifest, "w", encoding="utf-8") as file:
        file.write(tools.manifest_for(version, text))
    zig(project)
    root = os.path.join(project, "zig-out", "root")
    check_configuration(root)
    check_starts(root)
    check_failures(root)
    check_folders(root)


def expect(condition, what):
    if not condition:
        raise tools.Failed(str(what))


def check_configuration(root):
    """Z8, Z9, Z10: any text survives, each folder is a table, every feature is there; nothing for what is empty."""
    if tomllib is None:
        return
    with open(os.path.join(root, "hostile", "[...rest].toml"), "rb") as file:
        found = tomllib.load(file)
    expect(found == CONFIGURATION, f"{found} (expected: {CONFIGURATION})")
    with open(os.path.join(root, "plain.toml"), "rb") as file:
        expect(tomllib.load(file) == {"name": "plain", "version": "1"}, "plain.toml")


def check_starts(root):
    """Z13: command and reactor models."""
    for name, start in (("plain", "_start"), ("reactor", "_initialize")):
        worker = load(root, name)
        expect(start in worker.exports and "memory" in worker.exports, worker.exports)
        outcome = worker.run(REQUEST)
        answer = strict.parse(outcome.output)
        expect(outcome.code == 0 and answer["body"] == b"said\n", outcome.log)
        expect(answer["kv"] == REQUEST["kv"], answer)
        expect(outcome.log == "wws: error: said 42\n", outcome.log)


def check_failures(root):
    """Z11 and Z6: no document when something broke, so that no key is lost; one line in the log."""
    for name, code, line in (("error", 1, "wws: the worker failed: NotYet\n"),
                             ("keyless", 1, "wws: the worker failed: MissingKv\n")):
        outcome = load(root, name).run(REQUEST)
        expect((outcome.code, outcome.output, outcome.log) == (code, b"", line), (outcome.code, outcome.output, outcome.log))
    worker = load(root, "panic")
    expect(strict.parse(worker.run(REQUEST).output)["body"] == b"97\n", "table")
    outcome = worker.run({**REQUEST, "url": "http://localhost/?at=5"})
    expect(outcome.code == 1 and outcome.output == b"", (outcome.code, outcome.output))
    expect(outcome.log.startswith("wws: panic: index out of bounds"), outcome.log)


def check_folders(root):
    """Z16: several folders, the innermost wins, nothing outside, errors named."""
    worker = load(root, "deep/folders")
    folders = [(os.path.join(root, "deep", "_outer"), "/mnt"), (os.path.join(root, "deep", "_inner"), "/mnt/inner/")]
    cases = {"/mnt/inner/file.txt": "inner file\n", "/mnt/inner/sub/deeper.txt": "deeper\n", "/mnt/none": "FileNotFound",
             "/mnt/inner/sub": "IsDirectory", "/mntx/a": "NotMounted", "file.txt": "NotMounted", "": "NotMounted",
             "/mnt/../../../etc/passwd": "AccessDenied", "/mnt/inner": "FileNotFound"}
    for path, expected in cases.items():
        outcome = worker.run({**REQUEST, "url": "http://localhost/?path=" + path}, folders=folders)
        found = strict.parse(outcome.output)["data"]
        expect(found == expected, f"{path}: {found} (expected: {expected})")
    outcome = worker.run({**REQUEST, "url": "http://localhost/?path=/mnt/say.zig"}, folders=folders)
    expect("pub fn main" in strict.parse(outcome.output)["data"], "the outer folder")


def load(root, name):
    from checks.runner import Worker  # wasmtime can be imported only now
    return Worker(os.path.join(root, *name.split("/")) + ".wasm")
