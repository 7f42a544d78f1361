// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.observe;

import dev.zephyr.server.http.AcceptEncoding;
import dev.zephyr.server.http.Body;
import dev.zephyr.server.http.HeaderBlock;
import dev.zephyr.server.http.Headers;
import dev.zephyr.server.http.Request;
import dev.zephyr.server.http.Response;
import dev.zephyr.server.observe.Exposition.Format;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** What a scrape gets: all metrics in the format and coding that it asks for. Thread-safe. */
public final class MetricsPage {

    private static final String OPEN_METRICS = "application/openmetrics-text";

    private final List<MetricSource> sources;

    MetricsPage(List<MetricSource> sources) {
        this.sources = List.copyOf(sources);
    }

    /** Answers a scrape. */
    public Response respond(Request request) {
        Format format = format(request.headers().combined("accept"));
        HeaderBlock.Builder fields =
                HeaderBlock.builder()
                        .add("Content-Type", format.mediaType())
                        .add("Cache-Control", "no-store")
                        .add("Vary", "Accept, Accept-Encoding");
        byte[] text = text(format);
        if (takesGzip(request.headers())) {
            fields.add("Content-Encoding", "gzip");
            text = gzip(text);
        }
        return new Response(200, fields.build(), new Body.Bytes(text));
    }

    byte[] text(Format format) {
        Exposition exposition = new Exposition(format);
        sources.forEach(source -> source.writeTo(exposition));
        return exposition.finish();
    }

    /** OpenMetrics for whoever takes it: scrapers that do say so and prefer it. */
    private static Format format(@Nullable String accept) {
        boolean open = accept != null && accept.toLowerCase(Locale.ROOT).contains(OPEN_METRICS);
        return open ? Format.OPEN_METRICS : Format.PROMETHEUS;
    }

    private static boolean takesGzip(Headers headers) {
        return AcceptEncoding.parse(headers.combined("accept-encoding")).gzip() > 0;
    }

    private static byte[] gzip(byte[] text) {
        var zipped = new ByteArrayOutputStream(text.length / 8 + 64);
        try (var out = new GZIPOutputStream(zipped)) {
            out.write(text);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return zipped.toByteArray();
    }
}
