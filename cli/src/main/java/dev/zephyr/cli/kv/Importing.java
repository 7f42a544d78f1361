// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli.kv;

import dev.zephyr.spi.KeyValueLimits;
import dev.zephyr.spi.KeyValueStoreException;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Sets the entries that come on the lines of a stream. Neighbors of one namespace are committed
 * together; what was committed before a failure stays. Confined to the main thread.
 */
final class Importing {

    /** Of a commit: fewer cost more round trips, more hold a shared store's lock longer. */
    private static final int ENTRIES_MAX = 1000;

    /** Of a commit; the last value may go beyond it. */
    private static final int BYTES_MAX = 1 << 20;

    private final Writing writing;
    private final Optional<String> only;
    private final Map<String, String> puts = new LinkedHashMap<>();
    private String namespace = "";
    private int bytes;
    private long read;
    private long committed;

    /**
     * @param only the namespace whose entries are taken; empty: all
     */
    Importing(Writing writing, Optional<String> only) {
        this.writing = writing;
        this.only = only;
    }

    KvOutcome run(InputStream in) {
        long number = 0;
        try (LineReader lines = new LineReader(in)) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                number++;
                KvOutcome.Failed failure = take(line, number);
                if (failure != null) {
                    return failure;
                }
            }
            KvOutcome.Failed failure = commit();
            return failure == null ? new KvOutcome.Done(progress()) : failure;
        } catch (IOException e) {
            return failed("line " + (number + 1) + ": " + e.getMessage());
        } catch (KeyValueStoreException e) {
            return failed(String.valueOf(e.getMessage()));
        }
    }

    private KvOutcome.@Nullable Failed take(String line, long number) {
        if (line.isBlank()) {
            return null;
        }
        EntryParser parser = new EntryParser(line);
        Entry entry = parser.entry();
        if (entry == null) {
            KvOutcome.Failed failure = commit();
            return failure == null
                    ? failed(
                            "line %d, column %d (expected: %s)"
                                    .formatted(number, parser.column(), Entry.FORM))
                    : failure;
        }
        if (only.isPresent() && !only.get().equals(entry.namespace())) {
            return null;
        }
        KvOutcome.Failed failure = isRoomFor(entry) ? null : commit();
        add(entry);
        return failure;
    }

    private boolean isRoomFor(Entry entry) {
        return namespace.equals(entry.namespace()) && read < ENTRIES_MAX && bytes < BYTES_MAX;
    }

    private void add(Entry entry) {
        namespace = entry.namespace();
        puts.put(entry.key(), entry.value());
        bytes += KeyValueLimits.bytes(entry.key()) + KeyValueLimits.bytes(entry.value());
        read++;
    }

    /** What was read and not committed. Null if it is now. */
    private KvOutcome.@Nullable Failed commit() {
        if (puts.isEmpty()) {
            return null;
        }
        KvOutcome outcome = writing.put(namespace, puts);
        if (outcome instanceof KvOutcome.Failed(String reason)) {
            return failed("namespace " + Shown.of(namespace) + ": " + reason);
        }
        committed += read;
        puts.clear();
        read = 0;
        bytes = 0;
        return null;
    }

    private KvOutcome.Failed failed(String reason) {
        return new KvOutcome.Failed(reason + "; " + progress());
    }

    private String progress() {
        return committed + " entries imported";
    }
}
