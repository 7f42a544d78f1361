// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.stores.redis;

import dev.zephyr.spi.KeyValueStoreException;
import dev.zephyr.spi.KeyValueStoreException.Category;
import dev.zephyr.spi.StoreOptions;
import dev.zephyr.spi.StoreUrl;
import io.lettuce.core.RedisURI;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Where a Redis is. Shown without secrets.
 *
 * @param shown the URL without secrets
 * @param uri as the driver wants it, with the password
 * @param isCluster whether it is a Redis Cluster
 */
record RedisSettings(String shown, RedisURI uri, boolean isCluster) {

    /** No script of ours takes as long. */
    static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(5);

    static RedisSettings of(StoreUrl url, StoreOptions options) {
        Map<String, String> parameters = new TreeMap<>(url.parameters());
        boolean isCluster = Boolean.parseBoolean(parameters.remove("cluster"));
        String password = password(url, parameters.remove("passwordFile"), options);
        if (!parameters.isEmpty()) {
            String name = parameters.keySet().iterator().next();
            throw refused(url, "parameter " + name, "cluster or passwordFile");
        }
        String scheme = url.scheme().replace("valkey", "redis");
        RedisURI uri;
        try {
            uri = RedisURI.create(scheme + ":" + url.address());
        } catch (IllegalArgumentException e) { // its message may hold the password
            throw refused(url, "not a URL", scheme + "://HOST:PORT/DATABASE");
        }
        if (password != null) {
            uri.setAuthentication(password);
        }
        uri.setTimeout(COMMAND_TIMEOUT);
        uri.setClientName("wws");
        return new RedisSettings(url.toString(), uri, isCluster);
    }

    /** Null: what the URL says. */
    private static @Nullable String password(
            StoreUrl url, @Nullable String file, StoreOptions options) {
        if (file == null) {
            boolean isInUrl = url.address().contains("@");
            return isInUrl ? null : options.environment().get("WWS_KV_PASSWORD");
        }
        try {
            return Files.readString(Path.of(file)).lines().findFirst().orElse("");
        } catch (IOException e) {
            throw refused(url, "passwordFile: " + file, "a file that can be read");
        }
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
