// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.spi;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Names a store: {@code memory:}, {@code file:PATH}, {@code postgresql://…}, {@code redis://…}.
 * Immutable. {@link #toString} shows it without secrets; only the store itself calls {@link #text}.
 */
public final class StoreUrl {

    private static final Pattern SCHEME = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*");

    /** From the first colon behind the user to the last at sign before the path: a password. */
    private static final Pattern PASSWORD_OF_USER = Pattern.compile("(//[^:/?#]*:)[^/?#]*@");

    private static final Pattern PASSWORD_PARAMETER =
            Pattern.compile("((?:password|secret|token|key)=)[^&#]*", Pattern.CASE_INSENSITIVE);

    private final String scheme;
    private final String text;

    private StoreUrl(String scheme, String text) {
        this.scheme = scheme;
        this.text = text;
    }

    /**
     * Reads a URL.
     *
     * @throws IllegalArgumentException if there is no scheme; the message holds no secret
     */
    public static StoreUrl parse(String text) {
        int colon = text.indexOf(':');
        if (colon < 0 || !SCHEME.matcher(text.substring(0, colon)).matches()) {
            throw new IllegalArgumentException(
                    "store: no scheme (expected: memory:, file:PATH, postgresql://… or redis://…)");
        }
        return new StoreUrl(text.substring(0, colon).toLowerCase(Locale.ROOT), text);
    }

    /** What is before the first colon, in lower case. */
    public String scheme() {
        return scheme;
    }

    /** Everything, secrets too: never to be shown to anybody. */
    public String text() {
        return text;
    }

    /** What is between the scheme's colon and the parameters, as it was given. */
    public String address() {
        int question = text.indexOf('?');
        return text.substring(scheme.length() + 1, question < 0 ? text.length() : question);
    }

    /** What follows the first question mark, decoded; a name without a value has an empty one. */
    public Map<String, String> parameters() {
        Map<String, String> parameters = new LinkedHashMap<>();
        int question = text.indexOf('?');
        if (question >= 0) {
            for (String pair : text.substring(question + 1).split("&", -1)) {
                int equals = pair.indexOf('=');
                String name = equals < 0 ? pair : pair.substring(0, equals);
                String value = equals < 0 ? "" : pair.substring(equals + 1);
                if (!name.isEmpty()) {
                    parameters.put(decoded(name), decoded(value));
                }
            }
        }
        return Collections.unmodifiableMap(parameters);
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /** The URL with {@code ***} in place of every secret. */
    @Override
    public String toString() {
        String withoutUser = PASSWORD_OF_USER.matcher(text).replaceAll("$1***@");
        return PASSWORD_PARAMETER.matcher(withoutUser).replaceAll("$1***");
    }
}
