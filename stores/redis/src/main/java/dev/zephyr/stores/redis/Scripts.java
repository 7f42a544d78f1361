// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.stores.redis;

import dev.zephyr.spi.KeyValueStoreException;
import dev.zephyr.spi.KeyValueStoreException.Category;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisScriptingCommands;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs our scripts over the one connection that all threads share; the driver makes it anew when it
 * is lost, and sends again what was not answered, which the scripts allow. Thread-safe.
 */
final class Scripts implements AutoCloseable {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);

    /** Between attempts to make the first connection, so that requests fail at once meanwhile. */
    private static final Duration CONNECT_PAUSE = Duration.ofSeconds(1);

    /** Commands that wait for an answer; more are refused. */
    private static final int COMMANDS_MAX = 8192;

    private final RedisSettings settings;
    private final AbstractRedisClient client;
    private @Nullable StatefulConnection<byte[], byte[]> connection;
    private long nextConnectNanos = System.nanoTime();
    private volatile String trouble = "";

    private Scripts(RedisSettings settings, AbstractRedisClient client) {
        this.settings = settings;
        this.client = client;
    }

    /** A script of this package. Immutable. */
    record Script(byte[] text, String digest) {

        static Script named(String name) {
            try (InputStream in = Scripts.class.getResourceAsStream(name)) {
                byte[] text = Objects.requireNonNull(in, name).readAllBytes();
                byte[] digest = MessageDigest.getInstance("SHA-1").digest(text);
                return new Script(text, HexFormat.of().formatHex(digest));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every JDK has SHA-1", e);
            }
        }
    }

    /**
     * Connects. A server that is away is no error: it may come.
     *
     * @throws KeyValueStoreException if the server refuses us
     */
    static Scripts connect(RedisSettings settings) {
        SocketOptions socket =
                SocketOptions.builder().connectTimeout(CONNECT_TIMEOUT).keepAlive(true).build();
        Scripts scripts;
        if (settings.isCluster()) {
            RedisClusterClient client = RedisClusterClient.create(settings.uri());
            client.setOptions(
                    ClusterClientOptions.builder()
                            .socketOptions(socket)
                            .timeoutOptions(TimeoutOptions.enabled())
                            .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                            .requestQueueSize(COMMANDS_MAX)
                            .build());
            scripts = new Scripts(settings, client);
        } else {
            RedisClient client = RedisClient.create(settings.uri());
            client.setOptions(
                    ClientOptions.builder()
                            .socketOptions(socket)
                            .timeoutOptions(TimeoutOptions.enabled())
                            .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                            .requestQueueSize(COMMANDS_MAX)
                            .build());
            scripts = new Scripts(settings, client);
        }
        try {
            scripts.commands();
        } catch (RedisException e) {
            if (e.getCause() instanceof RedisCommandExecutionException refusal) {
                scripts.close();
                throw new KeyValueStoreException(
                        Category.CALLER,
                        "store " + settings + ": " + refusal.getMessage(),
                        refusal);
            }
            scripts.trouble = "store " + settings + ": " + e.getMessage();
        }
        return scripts;
    }

    @SuppressWarnings("unchecked") // both kinds of connection have commands for byte arrays
    private synchronized RedisScriptingCommands<byte[], byte[]> commands() {
        if (connection == null) {
            if (System.nanoTime() < nextConnectNanos) {
                throw new RedisConnectionException(trouble);
            }
            nextConnectNanos = System.nanoTime() + CONNECT_PAUSE.toNanos();
            connection =
                    client instanceof RedisClusterClient cluster
                            ? cluster.connect(ByteArrayCodec.INSTANCE)
                            : ((RedisClient) client).connect(ByteArrayCodec.INSTANCE);
        }
        return connection instanceof StatefulRedisClusterConnection<byte[], byte[]> cluster
                ? cluster.sync()
                : ((StatefulRedisConnection<byte[], byte[]>) connection).sync();
    }

    /**
     * Runs a script, which answers a list of texts.
     *
     * @throws RedisException if the server is away or does not answer in time: the script may have
     *     been run, or may be yet
     */
    List<byte[]> run(Script script, byte[][] keys, byte[]... arguments) {
        List<byte[]> result;
        RedisScriptingCommands<byte[], byte[]> commands = commands();
        try {
            result = commands.evalsha(script.digest(), ScriptOutputType.MULTI, keys, arguments);
        } catch (RedisNoScriptException e) {
            result = commands.eval(script.text(), ScriptOutputType.MULTI, keys, arguments);
        }
        trouble = "";
        return result;
    }

    /** What a failure means to the caller. */
    KeyValueStoreException failed(RedisException reason) {
        String text = "store " + settings + ": " + reason.getMessage();
        if (reason instanceof RedisCommandExecutionException e) {
            String message = String.valueOf(e.getMessage());
            if (message.startsWith("OOM") || message.startsWith("MISCONF")) {
                return new KeyValueStoreException(Category.EXHAUSTED, text, reason);
            }
            if (!isPassing(message)) {
                return new KeyValueStoreException(Category.INTERNAL, text, reason);
            }
        }
        trouble = text;
        return new KeyValueStoreException(Category.UNAVAILABLE, text, reason);
    }

    /** Errors that end by themselves. */
    private static boolean isPassing(String message) {
        return message.startsWith("LOADING")
                || message.startsWith("READONLY")
                || message.startsWith("CLUSTERDOWN")
                || message.startsWith("MASTERDOWN")
                || message.startsWith("TRYAGAIN")
                || message.startsWith("BUSY");
    }

    /** Empty while the connection stands. */
    synchronized String trouble() {
        boolean isOpen = connection != null && connection.isOpen();
        if (!isOpen) {
            return trouble.isEmpty() ? "store " + settings + ": not connected" : trouble;
        }
        return "";
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }
}
