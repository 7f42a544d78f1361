// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

/** Something that knows metrics. Thread-safe. */
interface MetricSource {

    /** Writes each of its metrics, with all its samples. */
    void writeTo(Exposition exposition);
}
