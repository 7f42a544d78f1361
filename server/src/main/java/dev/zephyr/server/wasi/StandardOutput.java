// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Standard output or standard error, kept in one array that grows up to a limit and serves run
 * after run. Confined to one worker thread.
 */
final class StandardOutput extends Descriptor {

    /** Enough for most answers; a longer one doubles it. */
    static final int BYTES_INITIAL = 16 << 10;

    /** An array that one run made larger is not kept for the next, or each thread keeps one. */
    static final int BYTES_KEPT_MAX = 1 << 20;

    private static final byte[] DROPPED_NOTE =
            "\n[the rest was dropped: standard error limit reached]\n"
                    .getBytes(StandardCharsets.US_ASCII);

    /** Beyond the limit: throw, or drop the rest with a note. */
    enum Overflow {
        FAIL,
        DROP
    }

    private final Overflow overflow;
    private byte[] bytes = new byte[BYTES_INITIAL];
    private int length;
    private int bytesMax;
    private boolean dropped;

    StandardOutput(Overflow overflow) {
        super(Rights.OUTPUT, 0);
        this.overflow = overflow;
    }

    void begin(int limit) {
        rights = Rights.OUTPUT;
        flags = 0;
        length = 0;
        dropped = false;
        bytesMax = limit;
        if (bytes.length > BYTES_KEPT_MAX) {
            bytes = new byte[BYTES_INITIAL];
        }
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    @Override
    byte fileType() {
        return FileType.UNKNOWN;
    }

    @Override
    FileStatus status() {
        return FileStatus.STREAM;
    }

    @Override
    int write(GuestBytes memory, int address, int count) {
        GuestRange.check(memory, address, count);
        int kept = dropped ? 0 : Math.min(count, bytesMax - length);
        if (kept > bytes.length - length) {
            grow(kept);
        }
        memory.read(address, bytes, length, kept);
        length += kept;
        if (kept < count) {
            overflow();
        }
        return count;
    }

    private void grow(int count) {
        long doubled = Math.max(2L * bytes.length, (long) length + count);
        bytes = Arrays.copyOf(bytes, (int) Math.min(doubled, bytesMax));
    }

    private void overflow() {
        switch (overflow) {
            case FAIL -> throw new OutputLimitExceeded(bytesMax);
            case DROP -> note();
        }
    }

    private void note() {
        if (!dropped) {
            dropped = true;
            bytes = Arrays.copyOf(bytes, length + DROPPED_NOTE.length);
            System.arraycopy(DROPPED_NOTE, 0, bytes, length, DROPPED_NOTE.length);
            length += DROPPED_NOTE.length;
        }
    }
}
