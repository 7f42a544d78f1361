// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker.split;

/**
 * What a branch names: a block, a loop, an {@code if}, or the whole function. Compared by identity,
 * so that instructions can move without renumbering; {@link BodyWriter} turns it into a depth.
 * *Immutable.*
 */
final class Label {
    /** What opens the label. */
    enum Kind {
        FUNCTION,
        BLOCK,
        LOOP,
        IF
    }

    private final Kind kind;
    private final FunctionType type;

    Label(Kind kind, FunctionType type) {
        this.kind = kind;
        this.type = type;
    }

    Kind kind() {
        return kind;
    }

    FunctionType type() {
        return type;
    }

    boolean isLoop() {
        return kind == Kind.LOOP;
    }

    /** The values that a branch to this label carries. */
    byte[] carried() {
        return isLoop() ? type.params() : type.results();
    }
}
