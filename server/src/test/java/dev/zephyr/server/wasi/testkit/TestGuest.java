// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi.testkit;

import dev.zephyr.server.wasi.WasiClocks;
import dev.zephyr.server.wasi.WasiFunction;
import dev.zephyr.server.wasi.WasiFunctions;
import dev.zephyr.server.wasi.WasiGrants;
import dev.zephyr.server.wasi.WasiProcess;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Calls host functions as a guest does. Memory below {@link #BUFFER} is for arguments: a list of
 * buffers at {@link #VECTORS}, results at {@link #RESULT}, paths at {@link #PATH} and {@link
 * #PATH_2}. Confined to one worker thread.
 */
public final class TestGuest implements AutoCloseable {

    public static final int RESULT = 16;
    public static final int VECTORS = 64;
    public static final int PATH = 1024;
    public static final int PATH_2 = 16 << 10;
    public static final int BUFFER = 64 << 10;
    public static final int MEMORY_BYTES = 1 << 20;

    private static final Map<String, WasiFunction> FUNCTIONS =
            WasiFunctions.ALL.stream()
                    .collect(Collectors.toMap(WasiFunction::name, Function.identity()));

    private final ArrayBytes memory = new ArrayBytes(MEMORY_BYTES);
    private final WasiProcess process;

    public TestGuest(WasiGrants grants, String stdin) {
        this(grants, stdin, WasiClocks.SYSTEM);
    }

    public TestGuest(WasiGrants grants, String stdin, WasiClocks clocks) {
        this(new WasiProcess(clocks, new Random(1)));
        begin(grants, stdin);
    }

    /** A guest without a run yet. */
    public TestGuest(WasiProcess process) {
        this.process = process;
    }

    /** Starts the next run; a test that does so ends the one before. */
    public void begin(WasiGrants grants, String stdin) {
        byte[] input = stdin.getBytes(StandardCharsets.UTF_8);
        process.begin(grants, input, input.length);
    }

    public ArrayBytes memory() {
        return memory;
    }

    public WasiProcess process() {
        return process;
    }

    public int call(String name, long... arguments) {
        WasiFunction function = FUNCTIONS.get(name);
        if (function == null || function.parameters().size() != arguments.length) {
            throw new IllegalArgumentException(name + ": no such function or arity");
        }
        return (int) function.call(process, memory, arguments);
    }

    public int result() {
        return memory.getInt(RESULT);
    }

    /** Puts a text into memory; answers its length in bytes. */
    public int put(int address, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        memory.write(address, bytes, 0, bytes.length);
        return bytes.length;
    }

    public int write(int descriptor, String text) {
        vector(BUFFER, put(BUFFER, text));
        return call("fd_write", descriptor, VECTORS, 1, RESULT);
    }

    public int read(int descriptor, int length) {
        vector(BUFFER, length);
        return call("fd_read", descriptor, VECTORS, 1, RESULT);
    }

    /** What the last {@link #read} put into memory. */
    public String readText() {
        return memory.text(BUFFER, result());
    }

    public void vector(int address, int length) {
        memory.putInt(VECTORS, address);
        memory.putInt(VECTORS + 4, length);
    }

    public String stdout() {
        return new String(process.stdout(), 0, process.stdoutLength(), StandardCharsets.UTF_8);
    }

    public String stderr() {
        return new String(process.stderr(), 0, process.stderrLength(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        process.end();
    }
}
