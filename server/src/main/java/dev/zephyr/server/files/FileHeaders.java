// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import dev.zephyr.server.http.ContentCoding;
import dev.zephyr.server.http.ContentDisposition;
import dev.zephyr.server.http.HeaderBlock;
import dev.zephyr.server.http.Validators;
import java.util.regex.Pattern;

/** Builds the field lines of a representation, once per version. Thread-safe. */
final class FileHeaders {

    /** Ask before each use: costs a 304, and no change is ever missed. */
    private static final String REVALIDATE = "no-cache";

    private static final String FOR_EVER = "public, max-age=31536000, immutable";

    /**
     * A name that changes with its content: {@code app.3f2a9c1b.js}. The part is hexadecimal, of a
     * length that build tools use, and has both digits and letters, so that neither a date nor a
     * word is taken for one.
     */
    private static final Pattern FINGERPRINTED =
            Pattern.compile(
                    "(?:.*[-._])?(?=[0-9]*[a-f])(?=[a-f]*[0-9])"
                            + "(?:[0-9a-f]{8}|[0-9a-f]{10}|[0-9a-f]{12}|[0-9a-f]{16}|[0-9a-f]{20}"
                            + "|[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})"
                            + "(?:\\.[A-Za-z0-9]+)+");

    private final FileRules rules;

    FileHeaders(FileRules rules) {
        this.rules = rules;
    }

    /**
     * The lines of an answer with status 200.
     *
     * @param file whose rules count
     * @param varies whether another client may get another coding
     */
    HeaderBlock of(
            FileVersion.Origin file, ContentCoding coding, Validators validators, boolean varies) {
        HeaderBlock.Builder lines = HeaderBlock.builder();
        lines.add("Content-Type", file.type().fieldValue());
        if (rules.contentDisposition()) {
            lines.add("Content-Disposition", disposition(file).format());
        }
        if (coding != ContentCoding.IDENTITY) {
            lines.add("Content-Encoding", coding.token());
        }
        lines.add("ETag", validators.entityTag().format());
        lines.add("Last-Modified", validators.lastModified().format());
        lines.add("Accept-Ranges", "bytes");
        if (varies) {
            lines.add("Vary", "Accept-Encoding");
        }
        lines.add("X-Content-Type-Options", "nosniff");
        String path = "/" + file.location().relative();
        String caching = caching(path);
        if (!caching.isEmpty()) {
            lines.add("Cache-Control", caching);
        }
        for (FileRules.HeaderRule rule : rules.headers()) {
            if (rule.pattern().matches(path)) {
                lines.set(rule.name(), rule.value());
            }
        }
        return lines.build();
    }

    private static ContentDisposition disposition(FileVersion.Origin file) {
        return new ContentDisposition(
                file.type().isShown()
                        ? ContentDisposition.Type.INLINE
                        : ContentDisposition.Type.ATTACHMENT,
                file.location().name());
    }

    private String caching(String path) {
        for (FileRules.CacheRule rule : rules.caching()) {
            if (rule.pattern().matches(path)) {
                return rule.value();
            }
        }
        String name = path.substring(path.lastIndexOf('/') + 1);
        return FINGERPRINTED.matcher(name).matches() ? FOR_EVER : REVALIDATE;
    }
}
