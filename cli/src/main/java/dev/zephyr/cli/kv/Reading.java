// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli.kv;

import dev.zephyr.spi.KeyValueLimits;
import dev.zephyr.spi.KeyValueStore;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Prints what is in a store. A namespace is printed as it was at one moment; another one may be
 * newer. Confined to the main thread.
 */
final class Reading {

    /** More go to the system with one write. */
    private static final int CHUNK_CHARS = 1 << 16;

    private static final String SIZES = "%10s %14s  %s\n";

    private final KeyValueStore store;
    private final PrintStream out;
    private final StringBuilder pending = new StringBuilder();

    Reading(KeyValueStore store, PrintStream out) {
        this.store = store;
        this.out = out;
    }

    KvOutcome printNamespaces() {
        store.namespaces().forEach(name -> print(Shown.of(name) + "\n"));
        return written();
    }

    KvOutcome printKeys(String namespace) {
        sorted(namespace).forEach(entry -> print(Shown.of(entry.getKey()) + "\n"));
        return written();
    }

    KvOutcome printValue(String namespace, String key) {
        String value = store.snapshot(namespace).entries().get(key);
        if (value == null) {
            return Writing.noSuchKey(namespace, key);
        }
        if (Shown.hasLoneSurrogate(value)) {
            return new KvOutcome.Failed(
                    "the value of "
                            + Shown.of(key)
                            + " has a lone surrogate, which no text can show: wws kv export"
                            + " writes it as an escape");
        }
        print(value + "\n");
        return written();
    }

    KvOutcome export(Optional<String> only) {
        for (String namespace : namespaces(only)) {
            for (Map.Entry<String, String> entry : sorted(namespace)) {
                print(new Entry(namespace, entry.getKey(), entry.getValue()).json() + "\n");
            }
            if (out.checkError()) {
                break; // nobody reads it any more
            }
        }
        return written();
    }

    KvOutcome printSizes(Optional<String> only) {
        print(SIZES.formatted("keys", "bytes", "namespace"));
        long allKeys = 0;
        long allBytes = 0;
        for (String namespace : namespaces(only)) {
            Map<String, String> entries = store.snapshot(namespace).entries();
            long bytes = 0;
            for (Map.Entry<String, String> entry : entries.entrySet()) {
                bytes +=
                        KeyValueLimits.bytes(entry.getKey())
                                + KeyValueLimits.bytes(entry.getValue());
            }
            print(SIZES.formatted(entries.size(), bytes, Shown.of(namespace)));
            allKeys += entries.size();
            allBytes += bytes;
        }
        if (only.isEmpty()) {
            print(SIZES.formatted(allKeys, allBytes, "(all)"));
        }
        return written();
    }

    private List<String> namespaces(Optional<String> only) {
        return only.map(List::of).orElseGet(store::namespaces);
    }

    private List<Map.Entry<String, String>> sorted(String namespace) {
        return store.snapshot(namespace).entries().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .toList();
    }

    private void print(String text) {
        pending.append(text);
        if (pending.length() >= CHUNK_CHARS) {
            flush();
        }
    }

    private void flush() {
        out.print(pending);
        pending.setLength(0);
    }

    /** A full disk or a closed pipe must not look like an end. */
    private KvOutcome written() {
        flush();
        return out.checkError()
                ? new KvOutcome.Failed("standard output: not everything could be written")
                : KvOutcome.Done.SILENT;
    }
}
