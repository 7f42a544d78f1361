// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The bytes of a file that claims to be a core module. Immutable.
 *
 * @param wasm the whole file; not written
 * @param digest SHA-256 of it in hex
 */
record ModuleFile(byte[] wasm, String digest) {

    /** Larger files are refused: compiling takes about 25 times their size in heap. */
    static final int BYTES_MAX = 64 << 20;

    private static final byte[] MAGIC = {0, 'a', 's', 'm'};
    private static final byte[] CORE_VERSION = {1, 0, 0, 0};

    /**
     * Reads a file.
     *
     * @throws ModuleRefused if it can't be read, is too large, or is something else
     */
    static ModuleFile read(Path file) {
        try (var in = Files.newInputStream(file)) {
            byte[] wasm = in.readNBytes(BYTES_MAX + 1);
            check(wasm);
            return new ModuleFile(wasm, Sha256.hex(wasm));
        } catch (NoSuchFileException _) {
            throw new ModuleRefused("file not found");
        } catch (IOException failure) {
            throw new ModuleRefused("file can't be read: " + failure.getMessage());
        }
    }

    private static void check(byte[] wasm) {
        if (wasm.length > BYTES_MAX) {
            throw new ModuleRefused("larger than " + (BYTES_MAX >> 20) + " MiB");
        }
        int header = MAGIC.length + CORE_VERSION.length;
        if (wasm.length < header || !Arrays.equals(wasm, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw new ModuleRefused("no WebAssembly (expected: a file that begins with \\0asm)");
        }
        if (!Arrays.equals(Arrays.copyOfRange(wasm, MAGIC.length, header), CORE_VERSION)) {
            throw new ModuleRefused("a component, or of a later version (expected: a core module)");
        }
    }
}
