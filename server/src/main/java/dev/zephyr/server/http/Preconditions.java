// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.http;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of a request for something that exists (RFC 9110 section 13). Immutable.
 *
 * @param headers of the request
 * @param now to read two-digit years, and to tell whether a date is a strong validator
 */
public record Preconditions(Headers headers, Instant now) {

    /** Whether the request may go on. */
    public enum Outcome {
        PROCEED,
        NOT_MODIFIED,
        FAILED
    }

    /**
     * Evaluates all but {@code If-Range}, in the order of RFC 9110 section 13.2.2.
     *
     * @param safe whether the method is {@code GET} or {@code HEAD}
     */
    public Outcome evaluate(Validators current, boolean safe) {
        String ifMatch = headers.combined("if-match");
        if (ifMatch != null) {
            if (!EntityTagList.parse(ifMatch).matchesStrongly(current.entityTag())) {
                return Outcome.FAILED;
            }
        } else if (isModifiedSince("if-unmodified-since", current)) {
            return Outcome.FAILED;
        }
        String ifNoneMatch = headers.combined("if-none-match");
        if (ifNoneMatch != null) {
            if (EntityTagList.parse(ifNoneMatch).matchesWeakly(current.entityTag())) {
                return safe ? Outcome.NOT_MODIFIED : Outcome.FAILED;
            }
        } else if (safe && isUnmodifiedSince(current)) {
            return Outcome.NOT_MODIFIED;
        }
        return Outcome.PROCEED;
    }

    /** Whether {@code Range} counts: there is no {@code If-Range}, or it names this version. */
    public boolean rangeCounts(Validators current) {
        List<String> values = headers.all("if-range");
        if (values.isEmpty()) {
            return true;
        }
        if (values.size() > 1) {
            return false;
        }
        String value = values.getFirst();
        int quote = value.indexOf('"');
        if (quote >= 0 && quote <= 2) {
            EntityTag tag = EntityTag.parse(value);
            return tag != null && tag.strongEquals(current.entityTag());
        }
        HttpDate date = HttpDate.parse(value, now);
        return current.lastModified().equals(date) && isStrong(current.lastModified());
    }

    /** A second that is over can't see another change (RFC 9110 section 8.8.2.2). */
    private boolean isStrong(HttpDate lastModified) {
        return lastModified.epochSecond() < now.getEpochSecond();
    }

    private boolean isModifiedSince(String field, Validators current) {
        HttpDate date = date(field);
        return date != null && current.lastModified().compareTo(date) > 0;
    }

    private boolean isUnmodifiedSince(Validators current) {
        HttpDate date = date("if-modified-since");
        return date != null && current.lastModified().compareTo(date) <= 0;
    }

    /** Null if there is no such field, or more than one, or it holds no date. */
    private @Nullable HttpDate date(String field) {
        List<String> values = headers.all(field);
        return values.size() == 1 ? HttpDate.parse(values.getFirst(), now) : null;
    }
}
