// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import dev.zephyr.server.http.AcceptEncoding;
import dev.zephyr.server.http.ContentCoding;
import dev.zephyr.server.http.Headers;

/** Step 2, negotiate: which coding of the file the client gets (RFC 9110 section 12.5.3). */
sealed interface Negotiation {

    /** One that is there. */
    record Chosen(Variant variant) implements Negotiation {}

    /** One that must be made first. */
    record ToMake(ContentCoding coding) implements Negotiation {}

    /** The client refuses every coding that there is, and no coding as well. */
    record NotAcceptable() implements Negotiation {}

    /**
     * Chooses what the client likes best, and of what it likes equally the smallest.
     *
     * <p>A coding made on the fly is not offered to a request for ranges: clients ask for ranges of
     * the file as it is.
     */
    static Negotiation of(FileVersion version, Headers headers) {
        if (version.variants().size() == 1 && version.makeable().isEmpty()) {
            return withoutChoice(version, headers);
        }
        AcceptEncoding accepted = AcceptEncoding.parse(headers.combined("accept-encoding"));
        boolean ranges = headers.has("range");
        ContentCoding best = null;
        int bestWeight = 0;
        for (ContentCoding coding : ContentCoding.BEST_FIRST) {
            int weight = accepted.weight(coding);
            if (weight > bestWeight && isOffered(version, coding, ranges)) {
                best = coding;
                bestWeight = weight;
            }
        }
        return best == null ? new NotAcceptable() : choice(version, best);
    }

    private static Negotiation withoutChoice(FileVersion version, Headers headers) {
        String value = headers.combined("accept-encoding");
        if (value != null && AcceptEncoding.parse(value).identity() == 0) {
            return new NotAcceptable();
        }
        return new Chosen(version.identity());
    }

    private static boolean isOffered(FileVersion version, ContentCoding coding, boolean ranges) {
        Variant variant = version.variants().get(coding);
        if (variant == null) {
            return !ranges && version.makeable().contains(coding);
        }
        return !ranges || !version.isMade(coding);
    }

    private static Negotiation choice(FileVersion version, ContentCoding coding) {
        Variant variant = version.variants().get(coding);
        return variant == null ? new ToMake(coding) : new Chosen(variant);
    }
}
