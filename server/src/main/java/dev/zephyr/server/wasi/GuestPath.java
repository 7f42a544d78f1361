// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** A path or the text of a link as a guest gives it. Immutable. */
final class GuestPath {

    /** {@code PATH_MAX} on Linux. */
    static final int BYTES_MAX = 4096;

    private GuestPath() {}

    /** Reads strict UTF-8 without zeros; not empty, at most {@link #BYTES_MAX}. */
    static String read(GuestBytes memory, int address, int length) throws WasiError {
        GuestRange.check(memory, address, length);
        if (length > BYTES_MAX) {
            throw new WasiError(Errno.NAMETOOLONG);
        }
        if (length == 0) {
            throw new WasiError(Errno.NOENT);
        }
        byte[] bytes = new byte[length];
        memory.read(address, bytes, 0, length);
        String path = decode(bytes);
        if (path.indexOf('\0') >= 0) {
            throw new WasiError(Errno.INVAL);
        }
        return path;
    }

    private static String decode(byte[] bytes) throws WasiError {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException _) {
            throw new WasiError(Errno.ILSEQ);
        }
    }
}
