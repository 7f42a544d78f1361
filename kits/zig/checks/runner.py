# SPDX-License-Identifier: Apache-2.0
"""Runs a worker's module outside the server, to look at its raw output, its imports and its memory."""
import json
import os
import tempfile

import wasmtime

ENGINE = wasmtime.Engine()


class Outcome:
    """What one run left behind."""

    def __init__(self, code, output, log, memory_bytes):
        self.code, self.output, self.log, self.memory_bytes = code, output, log, memory_bytes


class Worker:
    """A module, compiled once, run any number of times in fresh instances."""

    def __init__(self, path):
        self.path = path
        self.module = wasmtime.Module.from_file(ENGINE, path)
        self.imports = sorted(item.name for item in self.module.imports)
        self.exports = sorted(item.name for item in self.module.exports)

    def run(self, request, env=None, folders=(), answer=None):
        """`request` is the document or its bytes; `answer` what the host says to an outbound request."""
        data = request if isinstance(request, bytes) else json.dumps(request, ensure_ascii=False).encode()
        with tempfile.TemporaryDirectory() as folder:
            names = {name: os.path.join(folder, name) for name in ("in", "out", "err")}
            with open(names["in"], "wb") as stdin:
                stdin.write(data)
            store = wasmtime.Store(ENGINE)
            store.set_wasi(self._config(names, env or {}, folders))
            linker = wasmtime.Linker(ENGINE)
            linker.define_wasi()
            _define_http(linker, answer)
            exports = linker.instantiate(store, self.module).exports(store)
            code = _call(store, exports)
            memory_bytes = exports["memory"].size(store) * 65536
            return Outcome(code, _read(names["out"]), _read(names["err"]).decode(), memory_bytes)

    @staticmethod
    def _config(names, env, folders):
        config = wasmtime.WasiConfig()
        config.env = list(env.items())
        config.stdin_file, config.stdout_file, config.stderr_file = names["in"], names["out"], names["err"]
        for host, guest in folders:
            config.preopen_dir(host, guest)
        return config


def _call(store, exports):
    try:
        exports["_start" if "_start" in exports else "_initialize"](store)
        return 0
    except wasmtime.ExitTrap as stop:
        return stop.code
    except wasmtime.Trap as trap:
        return f"trap: {trap.message}"


def _read(name):
    with open(name, "rb") as file:
        return file.read()


def _define_http(linker, answer):
    """The outbound call of the contract (1.9): eleven numbers in, an answer placed in the guest's memory."""
    i32 = wasmtime.ValType.i32()

    def send(caller, has_body, body, body_len, headers, count, method, _params, _param_count, uri, uri_len, area):
        memory, realloc = caller["memory"], caller["canonical_abi_realloc"]

        def number(at):
            return int.from_bytes(memory.read(caller, at, at + 4), "little")

        def text(at, length):
            return bytes(memory.read(caller, at, at + length))

        def place(data, align=1):
            at = realloc(caller, 0, 0, align, len(data)) if data else 0
            if data:
                memory.write(caller, data, at)
            return at.to_bytes(4, "little") + len(data).to_bytes(4, "little")

        pairs = [tuple(text(number(at + k), number(at + k + 4)) for k in (0, 8))
                 for at in range(headers, headers + 16 * count, 16)]
        result = answer({"method": method, "uri": text(uri, uri_len), "headers": pairs,
                         "body": text(body, body_len) if has_body else None})
        if "error" in result:
            memory.write(caller, bytes([1, 0, 0, 0, result["error"], 0, 0, 0]) + place(result["message"]), area)
            return
        listed = b"".join(place(name) + place(value) for name, value in result["headers"])
        where = place(listed, 4)[:4] + len(result["headers"]).to_bytes(4, "little")
        memory.write(caller, bytes([0, 0, 0, 0, 1, 0, 0, 0]) + place(result["body"]) + where
                     + result["status"].to_bytes(2, "little"), area)

    linker.define_func("http", "send-http-request", wasmtime.FuncType([i32] * 11, []), send, access_caller=True)
