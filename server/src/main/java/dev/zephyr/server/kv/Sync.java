// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** When a change has to be on the disk. */
enum Sync {
    /** Before its request is answered. */
    ALWAYS,
    /** A second later at most; a crash of the machine may lose that second. */
    INTERVAL,
    /** When the operating system likes; a crash of the machine may lose any number of changes. */
    OFF;

    static Optional<Sync> named(String name) {
        return Arrays.stream(values()).filter(sync -> sync.toString().equals(name)).findFirst();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
