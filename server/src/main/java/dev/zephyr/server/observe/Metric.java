// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A row of the tables of everything that can be scraped: what {@code /metrics} shows and {@code
 * docs/reference/metrics.md} explains. Immutable.
 *
 * <p>Names are those of OpenTelemetry's semantic conventions as Prometheus spells them where there
 * is one, those of Prometheus' own clients for the process, and else begin with {@code wws}.
 */
interface Metric {

    /** How a metric behaves. */
    enum Type {
        COUNTER,
        GAUGE,
        HISTOGRAM;

        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What is counted, which ends the name. */
    enum Unit {
        NONE,
        SECONDS,
        BYTES;

        String text() {
            return this == NONE ? "" : name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * What a metric is.
     *
     * @param stem name without unit
     * @param meaning one sentence
     * @param whenItRises what a person does about it
     */
    record Description(String stem, Type type, Unit unit, String meaning, String whenItRises) {

        /** The name of the family, unit included. */
        String family() {
            return unit == Unit.NONE ? stem : stem + "_" + unit.text();
        }

        /** The name of a sample; for a histogram the stem of three. */
        String sample() {
            return type == Type.COUNTER ? family() + "_total" : family();
        }
    }

    Description description();

    /** All rows, in the order in which they are shown. */
    static List<Metric> all() {
        return Stream.of(ConnectionMetric.values(), WorkerMetric.values(), ProcessMetric.values())
                .<Metric>flatMap(Stream::of)
                .toList();
    }
}
