// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

/** Kinds of a parameter or result of a host function. Immutable. */
public enum ValueKind {
    /** 32 bits; an argument of this kind is in the low half of its {@code long}. */
    I32,
    /** 64 bits. */
    I64
}
