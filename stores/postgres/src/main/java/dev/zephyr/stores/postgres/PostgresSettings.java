// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.stores.postgres;

import dev.zephyr.spi.KeyValueStoreException;
import dev.zephyr.spi.KeyValueStoreException.Category;
import dev.zephyr.spi.StoreOptions;
import dev.zephyr.spi.StoreUrl;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the driver is given. Immutable but for {@code properties}, which nobody changes; shown
 * without secrets.
 *
 * @param shown the URL without secrets
 * @param jdbcUrl host and database, without user and password
 * @param properties user, password and the driver's parameters
 * @param connectionsMax size of the pool
 */
record PostgresSettings(String shown, String jdbcUrl, Properties properties, int connectionsMax) {

    /** As many as a small PostgreSQL serves at a time; a commit holds one for a millisecond. */
    private static final int CONNECTIONS_MAX = 10;

    static PostgresSettings of(StoreUrl url, StoreOptions options) {
        String address = url.address();
        int path = address.indexOf('/', 2);
        if (!address.startsWith("//") || path < 0 || path == address.length() - 1) {
            throw refused(url, "no database", "postgresql://USER@HOST/DATABASE");
        }
        int at = address.lastIndexOf('@', path);
        String user = at < 0 ? "" : address.substring(2, at);
        String hosts = address.substring(at < 0 ? 2 : at + 1);
        Map<String, String> parameters = new TreeMap<>(url.parameters());
        int pool = pool(url, parameters.remove("pool"));
        Properties properties = new Properties();
        int colon = user.indexOf(':');
        setIfGiven(properties, "user", decoded(colon < 0 ? user : user.substring(0, colon)));
        setIfGiven(properties, "password", options.environment().get("PGPASSWORD"));
        setIfGiven(properties, "password", options.environment().get("WWS_KV_PASSWORD"));
        setIfGiven(properties, "password", colon < 0 ? "" : decoded(user.substring(colon + 1)));
        String file = parameters.remove("passwordFile");
        setIfGiven(properties, "password", file == null ? "" : firstLine(url, Path.of(file)));
        Database.addTimeouts(properties);
        properties.putAll(parameters);
        return new PostgresSettings(url.toString(), "jdbc:postgresql://" + hosts, properties, pool);
    }

    private static void setIfGiven(Properties properties, String name, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            properties.setProperty(name, value);
        }
    }

    private static int pool(StoreUrl url, @Nullable String text) {
        if (text == null) {
            return CONNECTIONS_MAX;
        }
        try {
            int connections = Integer.parseInt(text);
            if (connections > 0 && connections <= 1000) {
                return connections;
            }
        } catch (NumberFormatException e) {
            throw refused(url, "pool: " + text, "1 to 1000");
        }
        throw refused(url, "pool: " + text, "1 to 1000");
    }

    private static String firstLine(StoreUrl url, Path file) {
        try {
            return Files.readString(file).lines().findFirst().orElse("");
        } catch (IOException e) {
            throw refused(url, "passwordFile: " + file, "a file that can be read");
        }
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static KeyValueStoreException refused(StoreUrl url, String what, String expected) {
        return new KeyValueStoreException(
                Category.CALLER, "store " + url + ": " + what + " (expected: " + expected + ")");
    }

    @Override
    public String toString() {
        return shown;
    }
}
