// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.transport;

import org.jspecify.annotations.Nullable;

/**
 * Takes the chunked coding off (RFC 9112 section 7.1). Extensions and trailers are checked and
 * thrown away: a trailer that became a field could change what the fields have decided already.
 * Confined to the connection's event loop.
 */
final class ChunkedDecoder {

    private enum State {
        SIZE_FIRST,
        SIZE,
        EXTENSION_SPACE,
        EXTENSION,
        QUOTED,
        QUOTED_PAIR,
        SIZE_LF,
        DATA,
        DATA_CR,
        DATA_LF,
        TRAILER_FIRST,
        TRAILER_NAME,
        TRAILER_VALUE,
        TRAILER_LF,
        LAST_LF,
        DONE
    }

    /** So many digits a chunk size may have: 15 fit in a long with room to add. */
    private static final int SIZE_DIGITS_MAX = 15;

    private final int overheadMax;

    private State state = State.DONE;
    private long size;
    private int digits;
    private int overhead;
    private @Nullable Refusal refusal;

    ChunkedDecoder(int overheadMax) {
        this.overheadMax = overheadMax;
    }

    void start() {
        state = State.SIZE_FIRST;
        overhead = 0;
        refusal = null;
    }

    boolean isDone() {
        return state == State.DONE;
    }

    /** Why the content can't be, or null. */
    @Nullable Refusal refusal() {
        return refusal;
    }

    /**
     * Decodes up to the end of the content or of the bytes.
     *
     * @return the first byte not used
     */
    int read(byte[] bytes, int from, int to, ContentBuffer content) {
        int i = from;
        while (i < to && state != State.DONE && refusal == null) {
            if (state == State.DATA) {
                int count = (int) Math.min(size, to - i);
                refusal = content.append(bytes, i, count);
                i += count;
                size -= count;
                if (size == 0) {
                    state = State.DATA_CR;
                }
            } else {
                step(bytes[i++]);
            }
        }
        return i;
    }

    private void step(byte b) {
        switch (state) {
            case SIZE_FIRST -> firstDigit(b);
            case SIZE -> digit(b);
            case EXTENSION_SPACE, EXTENSION, QUOTED, QUOTED_PAIR -> extension(b);
            case SIZE_LF -> expect(b, Octets.LF, size > 0 ? State.DATA : State.TRAILER_FIRST);
            case DATA_CR -> expect(b, Octets.CR, State.DATA_LF);
            case DATA_LF -> expect(b, Octets.LF, State.SIZE_FIRST);
            case TRAILER_FIRST, TRAILER_NAME, TRAILER_VALUE -> trailer(b);
            case TRAILER_LF -> expect(b, Octets.LF, State.TRAILER_FIRST);
            case LAST_LF -> expect(b, Octets.LF, State.DONE);
            case DATA, DONE -> throw new IllegalStateException(state.toString());
        }
    }

    private void firstDigit(byte b) {
        size = Octets.hex(b);
        digits = 1;
        state = State.SIZE;
        if (size < 0) {
            refusal = Refusal.CHUNK_SIZE;
        }
    }

    private void digit(byte b) {
        int digit = Octets.hex(b);
        if (digit >= 0) {
            size = size << 4 | digit;
            if (++digits > SIZE_DIGITS_MAX) {
                refusal = Refusal.CHUNK_SIZE;
            }
        } else if (b == Octets.CR) {
            state = State.SIZE_LF;
        } else {
            beginExtension(b);
        }
    }

    private void beginExtension(byte b) {
        countOverhead();
        if (b == ';') {
            state = State.EXTENSION;
        } else if (b == Octets.SPACE || b == Octets.TAB) {
            state = State.EXTENSION_SPACE;
        } else {
            refusal = Refusal.CHUNK_SIZE;
        }
    }

    /** RFC 9112 section 7.1.1. A quoted string can't hide a line end. */
    private void extension(byte b) {
        countOverhead();
        boolean quotable = Octets.isValue(b);
        switch (state) {
            case EXTENSION_SPACE -> beginExtension(b);
            case QUOTED_PAIR -> state = State.QUOTED;
            case QUOTED ->
                    state =
                            switch (b) {
                                case '"' -> State.EXTENSION;
                                case '\\' -> State.QUOTED_PAIR;
                                default -> State.QUOTED;
                            };
            default -> {
                if (b == Octets.CR) {
                    state = State.SIZE_LF;
                    return;
                }
                quotable = isUnquotedExtension(b);
                state = b == '"' ? State.QUOTED : State.EXTENSION;
            }
        }
        if (!quotable) {
            refusal = Refusal.CHUNK_EXTENSION;
        }
    }

    private void trailer(byte b) {
        countOverhead();
        if (state == State.TRAILER_VALUE) {
            if (b == Octets.CR) {
                state = State.TRAILER_LF;
            } else if (!Octets.isValue(b)) {
                refusal = Refusal.TRAILER;
            }
        } else if (state == State.TRAILER_FIRST && b == Octets.CR) {
            state = State.LAST_LF;
        } else if (state == State.TRAILER_NAME && b == ':') {
            state = State.TRAILER_VALUE;
        } else if (Octets.lowerToken(b) != 0) {
            state = State.TRAILER_NAME;
        } else {
            refusal = Refusal.TRAILER;
        }
    }

    private void expect(byte b, byte expected, State next) {
        if (b == expected) {
            state = next;
        } else {
            refusal = Refusal.CHUNK_END;
        }
    }

    private void countOverhead() {
        if (++overhead > overheadMax) {
            refusal = Refusal.CHUNK_OVERHEAD;
        }
    }

    private static boolean isUnquotedExtension(byte b) {
        return Octets.lowerToken(b) != 0
                || b == ';'
                || b == '='
                || b == '"'
                || b == Octets.SPACE
                || b == Octets.TAB;
    }
}
