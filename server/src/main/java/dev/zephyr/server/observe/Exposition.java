// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import dev.zephyr.server.observe.Metric.Description;
import dev.zephyr.server.observe.Metric.Unit;
import java.nio.charset.StandardCharsets;

/**
 * Writes metrics as text: Prometheus' format 0.0.4 or OpenMetrics 1.0. Confined to one thread.
 *
 * <p>{@link #family} begins a metric, its samples follow.
 */
final class Exposition {

    /** The formats. */
    enum Format {
        PROMETHEUS("text/plain; version=0.0.4; charset=utf-8"),
        OPEN_METRICS("application/openmetrics-text; version=1.0.0; charset=utf-8");

        private final String mediaType;

        Format(String mediaType) {
            this.mediaType = mediaType;
        }

        String mediaType() {
            return mediaType;
        }
    }

    private static final double NANOS_PER_SECOND = 1e9;

    private final Format format;
    private final StringBuilder text = new StringBuilder(16 << 10);
    private String sample = "";

    Exposition(Format format) {
        this.format = format;
    }

    /** Begins a metric. */
    void family(Metric metric) {
        Description about = metric.description();
        sample = about.sample();
        boolean open = format == Format.OPEN_METRICS;
        String name = open ? about.family() : sample;
        text.append("# HELP ").append(name).append(' ');
        escaped(about.meaning(), false);
        text.append("\n# TYPE ").append(name).append(' ').append(about.type().text()).append('\n');
        if (open && about.unit() != Unit.NONE) {
            text.append("# UNIT ").append(name).append(' ').append(about.unit().text());
            text.append('\n');
        }
    }

    /**
     * Adds a sample.
     *
     * @param labels names and values in turn
     */
    void sample(long value, String... labels) {
        start("", labels).append(' ').append(value).append('\n');
    }

    /** Adds a sample that is a duration in nanoseconds, shown in seconds. */
    void seconds(long nanos, String... labels) {
        start("", labels).append(' ').append(nanos / NANOS_PER_SECOND).append('\n');
    }

    /** Adds a sample that is a fraction. */
    void sample(double value, String... labels) {
        start("", labels).append(' ').append(value).append('\n');
    }

    /** Adds the samples of a histogram of durations. */
    void durations(DurationTotals totals, String... labels) {
        String[] more = new String[labels.length + 2];
        System.arraycopy(labels, 0, more, 0, labels.length);
        more[labels.length] = "le";
        long count = 0;
        for (int bucket = 0; bucket <= Durations.bounds(); bucket++) {
            count += totals.bucket(bucket);
            more[labels.length + 1] =
                    bucket < Durations.bounds() ? Durations.bound(bucket) : "+Inf";
            start("_bucket", more).append(' ').append(count).append('\n');
        }
        start("_sum", labels).append(' ').append(totals.nanos() / NANOS_PER_SECOND).append('\n');
        start("_count", labels).append(' ').append(count).append('\n');
    }

    /** The whole text; nothing may be added after it. */
    byte[] finish() {
        if (format == Format.OPEN_METRICS) {
            text.append("# EOF\n");
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private StringBuilder start(String suffix, String... labels) {
        text.append(sample).append(suffix);
        if (labels.length > 0) {
            char separator = '{';
            for (int i = 0; i < labels.length; i += 2) {
                text.append(separator).append(labels[i]).append("=\"");
                escaped(labels[i + 1], true);
                text.append('"');
                separator = ',';
            }
            text.append('}');
        }
        return text;
    }

    private void escaped(String value, boolean quoted) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '"' -> text.append(quoted || format == Format.OPEN_METRICS ? "\\\"" : "\"");
                default -> text.append(c);
            }
        }
    }
}
