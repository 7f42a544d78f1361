// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import java.util.LinkedHashMap;
import java.util.Map;

/** Guests that mean harm, as texts. */
final class HostileGuests {

    private HostileGuests() {}

    private static final String CLOCK =
            """
            (import "wasi_snapshot_preview1" "clock_time_get"
              (func $clock (param i32 i64 i32) (result i32)))
            """;

    private static final String WRITE =
            """
            (import "wasi_snapshot_preview1" "fd_write"
              (func $write (param i32 i32 i32 i32) (result i32)))
            (memory 1)
            (data (i32.const 0) "\\00\\01\\00\\00\\00\\04\\00\\00")
            """;

    /** Guests that never end by themselves. */
    static Map<String, String> endless() {
        Map<String, String> guests = new LinkedHashMap<>();
        guests.put("empty loop", command("(loop $l (br $l))"));
        guests.put(
                "loop with stores",
                command("(memory 1)", "(loop $l (i32.store (i32.const 8) (i32.const 1)) (br $l))"));
        guests.put("loop by br_if", command("(loop $l (br_if $l (i32.const 1)))"));
        guests.put("loop by br_table", command("(loop $l (br_table $l $l (i32.const 5)))"));
        guests.put(
                "loop of host calls",
                command(
                        CLOCK + "(memory 1)",
                        "(loop $l (drop (call $clock (i32.const 0) (i64.const 0) (i32.const 0)))"
                                + " (br $l))"));
        guests.put(
                "loop of large fills",
                command(
                        "(memory 16)",
                        "(loop $l (memory.fill (i32.const 0) (i32.const 7) (i32.const 1000000))"
                                + " (br $l))"));
        guests.put(
                "call tree",
                """
                (module
                  (func $f (param $n i32)
                    (if (local.get $n)
                      (then
                        (call $f (i32.sub (local.get $n) (i32.const 1)))
                        (call $f (i32.sub (local.get $n) (i32.const 1))))))
                  (func (export "_start") (call $f (i32.const 40))))
                """);
        guests.put("tail call to itself", tail("(return_call $a)", "(return_call $a)"));
        guests.put("tail calls in turn", tail("(return_call $b)", "(return_call $a)"));
        guests.put(
                "tail calls through a table",
                tail(
                        "(return_call_indirect (i32.const 1))",
                        "(return_call_indirect (i32.const 0))"));
        guests.put(
                "exceptions thrown and caught",
                command(
                        "(tag $e)",
                        "(loop $l (block $b (try_table (catch_all $b) (throw $e))) (br $l))"));
        guests.put(
                "exceptions caught by the loop itself",
                command("(tag $e)", "(loop $l (try_table (catch_all $l) (throw $e)))"));
        guests.put(
                "interrupt inside of catch_all",
                command(
                        "(tag $e)",
                        "(loop $o (block $b (try_table (catch_all $b) (loop $i (br $i)))) (br $o))"));
        guests.put(
                "start function that loops",
                "(module (func $s (loop $l (br $l))) (start $s) (func (export \"_start\")))");
        guests.put(
                "stderr for ever",
                command(
                        WRITE,
                        "(loop $l (drop (call $write (i32.const 2) (i32.const 0) (i32.const 1)"
                                + " (i32.const 8))) (br $l))"));
        return guests;
    }

    /** Sleeps for an hour; only the compiled form, as it does nothing else. */
    static String sleeper() {
        return command(
                """
                (import "wasi_snapshot_preview1" "poll_oneoff"
                  (func $poll (param i32 i32 i32 i32) (result i32)))
                (memory 1)
                """,
                """
                (i32.store (i32.const 16) (i32.const 1))
                (i64.store (i32.const 24) (i64.const 3600000000000))
                (drop (call $poll (i32.const 0) (i32.const 64) (i32.const 1) (i32.const 128)))
                """);
    }

    static String stdoutForEver() {
        return command(
                WRITE,
                "(loop $l (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1)"
                        + " (i32.const 8))) (br $l))");
    }

    /** Calls itself for ever, a host function at each depth. */
    static String recursion() {
        return """
        (module
        """
                + CLOCK
                + """
                  (memory 1)
                  (func $f
                    (drop (call $clock (i32.const 1) (i64.const 0) (i32.const 0)))
                    (call $f)
                    (drop (call $clock (i32.const 1) (i64.const 0) (i32.const 0))))
                  (func (export "_start") (call $f)))
                """;
    }

    private static String tail(String a, String b) {
        return """
        (module
          (table 2 funcref)
          (elem (i32.const 0) $a $b)
          (func $a %s)
          (func $b %s)
          (func (export "_start") (call $a)))
        """
                .formatted(a, b);
    }

    static String command(String code) {
        return command("", code);
    }

    static String command(String fields, String code) {
        return "(module " + fields + " (func (export \"_start\") " + code + "))";
    }
}
