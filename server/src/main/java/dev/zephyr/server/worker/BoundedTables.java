// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import run.endive.runtime.TableFactory;
import run.endive.runtime.TableInstance;
import run.endive.wasm.types.Table;
import run.endive.wasm.types.TableLimits;

/**
 * Tables of one instance that can't grow beyond a bound. The engine notes the growth of a table in
 * the limits that it was declared with, so each instance gets limits of its own: otherwise the next
 * instance of the module would begin with the table that this one left. Thread-safe.
 */
final class BoundedTables implements TableFactory {

    /** Entries of all tables of an instance; about 8 MB. Toolchains make some ten thousand. */
    static final int ENTRIES_MAX = 1 << 20;

    private final long entriesMax;

    /** The bound is shared out evenly; a table may have what it declares as its minimum. */
    BoundedTables(int tableCount) {
        entriesMax = ENTRIES_MAX / Math.max(1, tableCount);
    }

    @Override
    public TableInstance create(Table table, int initValue) {
        TableLimits declared = table.limits();
        long max = Math.max(declared.min(), Math.min(declared.max(), entriesMax));
        var limits = new TableLimits(declared.min(), max, declared.shared());
        return new TableInstance(
                new Table(table.elementType(), limits, table.initialize()), initValue);
    }
}
