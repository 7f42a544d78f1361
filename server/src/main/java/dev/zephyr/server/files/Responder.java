// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import dev.zephyr.server.http.Body;
import dev.zephyr.server.http.ByteRange;
import dev.zephyr.server.http.ContentCoding;
import dev.zephyr.server.http.HeaderBlock;
import dev.zephyr.server.http.RangeSelection;
import dev.zephyr.server.http.Response;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Step 5, respond: the answer with the parts selected. Thread-safe. */
final class Responder {

    private Responder() {}

    /** Where a body's bytes come from; a use of it is held for the answer. */
    sealed interface Source {

        /** The part of the content from an offset. */
        Body part(ByteRange range);

        record Memory(Body body) implements Source {
            @Override
            public Body part(ByteRange range) {
                int first = (int) range.first();
                int length = (int) range.length();
                return switch (body) {
                    case Body.Bytes(var bytes) ->
                            new Body.Bytes(Arrays.copyOfRange(bytes, first, first + length));
                    case Body.Direct(var buffer, var onRelease) ->
                            new Body.Direct(buffer.slice(first, length), onRelease);
                    case Body.FileRegion _, Body.Sequence _ ->
                            throw new IllegalStateException("not in memory");
                };
            }
        }

        /** Each part gives up one use of the file. */
        record Disk(OpenFile file) implements Source {
            @Override
            public Body part(ByteRange range) {
                return new Body.FileRegion(
                        file.channel(), range.first(), range.length(), file::release);
            }
        }
    }

    /**
     * An answer with content.
     *
     * @param source with one use held; it goes over to the answer
     */
    static Response of(Variant variant, RangeSelection selection, Source source) {
        return switch (selection) {
            case RangeSelection.Whole _ -> whole(variant, source);
            case RangeSelection.Single(var range) -> single(variant, range, source);
            case RangeSelection.Several(var ranges) -> several(variant, ranges, source);
            case RangeSelection.Unsatisfiable _ ->
                    throw new IllegalArgumentException("selection: nothing (expected: a part)");
        };
    }

    /** 416, saying how long the content is. */
    static Response unsatisfiable(Variant variant) {
        long length = variant.content().length();
        return Response.of(
                416,
                withoutContent(variant)
                        .add("Content-Range", ByteRange.unsatisfiedContentRange(length))
                        .build());
    }

    /** 412. */
    static Response preconditionFailed(Variant variant) {
        return Response.of(412, withoutContent(variant).build());
    }

    private static Response whole(Variant variant, Source source) {
        long length = variant.content().length();
        if (length == 0) {
            release(source);
            return new Response(200, variant.headers(), Body.EMPTY);
        }
        return new Response(200, variant.headers(), source.part(new ByteRange(0, length - 1)));
    }

    private static Response single(Variant variant, ByteRange range, Source source) {
        HeaderBlock headers =
                variant.headers()
                        .with("Content-Range", range.contentRange(variant.content().length()));
        return new Response(206, headers, source.part(range));
    }

    /** RFC 9110 section 14.6. */
    private static Response several(Variant variant, List<ByteRange> ranges, Source source) {
        String boundary = boundary();
        String type = variant.headers().first("Content-Type");
        List<Body> parts = new ArrayList<>(2 * ranges.size() + 1);
        String before = "--";
        for (ByteRange range : ranges) {
            if (!parts.isEmpty() && source instanceof Source.Disk(var file)) {
                file.tryRetain();
            }
            parts.add(
                    text(
                            before
                                    + boundary
                                    + "\r\nContent-Type: "
                                    + type
                                    + "\r\nContent-Range: "
                                    + range.contentRange(variant.content().length())
                                    + "\r\n\r\n"));
            parts.add(source.part(range));
            before = "\r\n--";
        }
        parts.add(text("\r\n--" + boundary + "--\r\n"));
        HeaderBlock headers =
                variant.headers().toBuilder()
                        .set("Content-Type", "multipart/byteranges; boundary=" + boundary)
                        .build();
        return new Response(206, headers, new Body.Sequence(parts));
    }

    /** Random, so that no content can hold it but by a chance of 2^-128. */
    private static String boundary() {
        byte[] random = new byte[16];
        ThreadLocalRandom.current().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    private static Body text(String text) {
        return new Body.Bytes(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** What remains true of an answer without the content; it must not be kept by caches. */
    private static HeaderBlock.Builder withoutContent(Variant variant) {
        HeaderBlock.Builder headers = variant.headers().toBuilder().remove("Cache-Control");
        return variant.coding() == ContentCoding.IDENTITY
                ? headers
                : headers.remove("Content-Encoding");
    }

    private static void release(Source source) {
        if (source instanceof Source.Disk(var file)) {
            file.release();
        }
    }
}
