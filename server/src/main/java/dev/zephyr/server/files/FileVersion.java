// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import dev.zephyr.server.http.ContentCoding;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * One version of a file in all the codings that there are of it. Immutable.
 *
 * @param origin the file
 * @param variants by coding; identity is always there
 * @param makeable codings that the server may still make of it
 * @param settled whether a change from now on is certain to change the stamp: file systems count
 *     time in ticks, and a file changed in this tick may change again in it
 */
record FileVersion(
        Origin origin,
        Map<ContentCoding, Variant> variants,
        Set<ContentCoding> makeable,
        boolean settled) {

    /**
     * A file as it was found.
     *
     * @param location where
     * @param type what it holds
     */
    record Origin(Location.File location, MediaType type) {}

    FileVersion {
        variants = Map.copyOf(variants);
        makeable = Set.copyOf(makeable);
    }

    /** The file as it is. */
    Variant identity() {
        Variant identity = variants.get(ContentCoding.IDENTITY);
        if (identity == null) {
            throw new IllegalStateException("version without identity: " + origin);
        }
        return identity;
    }

    /** Whether a coding was made by the server rather than found beside the file. */
    boolean isMade(ContentCoding coding) {
        return coding != ContentCoding.IDENTITY
                && !origin.location().siblings().containsKey(coding);
    }

    /** With what was made of the same content before. */
    FileVersion inheriting(FileVersion before) {
        if (!before.identity().validators().equals(identity().validators())) {
            return this;
        }
        FileVersion more = this;
        for (ContentCoding coding : makeable) {
            Variant known = before.variants.get(coding);
            if (known != null && before.isMade(coding)) {
                more = more.with(known);
            } else if (known == null && !before.makeable.contains(coding)) {
                more = more.withoutMaking(coding);
            }
        }
        return more;
    }

    /** With one coding more. */
    FileVersion with(Variant variant) {
        Map<ContentCoding, Variant> more = new EnumMap<>(variants);
        more.put(variant.coding(), variant);
        return new FileVersion(origin, more, without(variant.coding()), settled);
    }

    /** With a coding that does not pay. */
    FileVersion withoutMaking(ContentCoding coding) {
        return new FileVersion(origin, variants, without(coding), settled);
    }

    /** What it takes of memory, about. */
    long weight() {
        return variants.values().stream().mapToLong(Variant::weight).sum();
    }

    private Set<ContentCoding> without(ContentCoding coding) {
        Set<ContentCoding> rest = EnumSet.noneOf(ContentCoding.class);
        rest.addAll(makeable);
        rest.remove(coding);
        return rest;
    }
}
