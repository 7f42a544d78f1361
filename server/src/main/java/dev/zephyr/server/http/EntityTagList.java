// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.http;

import java.util.ArrayList;
import java.util.List;

/**
 * What {@code If-Match} and {@code If-None-Match} hold: any version, or some (RFC 9110 sections
 * 13.1.1 and 13.1.2). Immutable.
 *
 * <p>A member that is no tag matches nothing; the others still count.
 *
 * @param any whether it is {@code *}
 * @param tags the tags named
 */
public record EntityTagList(boolean any, List<EntityTag> tags) {

    public EntityTagList {
        tags = List.copyOf(tags);
    }

    /** Reads the combined field value. */
    public static EntityTagList parse(String value) {
        if (value.strip().equals("*")) {
            return new EntityTagList(true, List.of());
        }
        List<EntityTag> tags = new ArrayList<>();
        int at = 0;
        while (at < value.length()) {
            char c = value.charAt(at);
            if (c == ',' || c == ' ' || c == '\t') {
                at++;
                continue;
            }
            boolean weak = value.startsWith("W/", at);
            int quote = weak ? at + 2 : at;
            int end = EntityTag.end(value, quote);
            if (end > 0 && endsMember(value, end)) {
                tags.add(new EntityTag(value.substring(quote + 1, end - 1), weak));
                at = end;
            } else {
                int comma = value.indexOf(',', Math.max(at, end));
                at = comma < 0 ? value.length() : comma + 1;
            }
        }
        return new EntityTagList(false, tags);
    }

    /** Whether a version is named, by weak comparison: {@code If-None-Match}. */
    public boolean matchesWeakly(EntityTag tag) {
        return any || tags.stream().anyMatch(tag::weakEquals);
    }

    /** Whether a version is named, by strong comparison: {@code If-Match}. */
    public boolean matchesStrongly(EntityTag tag) {
        return any || tags.stream().anyMatch(tag::strongEquals);
    }

    private static boolean endsMember(String value, int end) {
        for (int i = end; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == ',') {
                return true;
            }
            if (c != ' ' && c != '\t') {
                return false;
            }
        }
        return true;
    }
}
