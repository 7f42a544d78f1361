// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import java.nio.charset.StandardCharsets;

/** Small guests for tests over HTTP, each of which does one thing. Immutable. */
final class Programs {

    private static final int TEXT_AT = 1024;

    private Programs() {}

    /** The document of a page with that text and an empty namespace. */
    static String page(String text) {
        return "{\"data\":\"" + text + "\",\"headers\":{},\"status\":200,\"kv\":{}}";
    }

    /** Writes a text to standard output, then does something. */
    static byte[] saying(String text, String then) {
        return program(text, 1, then);
    }

    /** Writes a text to standard error and a page to standard output. */
    static byte[] complaining(String complaint) {
        String page = page("fine");
        int at = TEXT_AT + complaint.length();
        return program(
                complaint + page,
                2,
                complaint.length(),
                """
                (i32.store (i32.const 0) (i32.const %d))
                (i32.store (i32.const 4) (i32.const %d))
                (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))
                """
                        .formatted(at, page.length()));
    }

    /** Never ends. */
    static byte[] looping() {
        return saying("", "(loop $again (br $again))");
    }

    /** Writes to standard output for ever. */
    static byte[] printing() {
        return saying(
                "x".repeat(512),
                """
                (loop $again
                  (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))
                  (br $again))
                """);
    }

    /** Takes memory until there is none, then fails. */
    static byte[] growing() {
        return saying(
                "",
                """
                (loop $again
                  (br_if $again (i32.ne (memory.grow (i32.const 16)) (i32.const -1))))
                (unreachable)
                """);
    }

    private static byte[] program(String text, int stream, String then) {
        return program(text, stream, text.length(), then);
    }

    private static byte[] program(String text, int stream, int length, String then) {
        return Wat.assemble(
                """
                (module
                  (import "wasi_snapshot_preview1" "fd_write"
                    (func $write (param i32 i32 i32 i32) (result i32)))
                  (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
                  (memory (export "memory") 1)
                  (data (i32.const %d) "%s")
                  (func (export "_start")
                    (i32.store (i32.const 0) (i32.const %d))
                    (i32.store (i32.const 4) (i32.const %d))
                    (drop (call $write (i32.const %d) (i32.const 0) (i32.const 1) (i32.const 8)))
                    %s))
                """
                        .formatted(TEXT_AT, escaped(text), TEXT_AT, length, stream, then));
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            escaped.append(String.format("\\%02x", b & 0xff));
        }
        return escaped.toString();
    }
}
