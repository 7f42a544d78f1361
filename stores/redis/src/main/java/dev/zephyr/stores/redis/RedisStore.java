// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.stores.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.zephyr.spi.Commit;
import dev.zephyr.spi.CommitResult;
import dev.zephyr.spi.KeyValueLimits;
import dev.zephyr.spi.KeyValueStore;
import dev.zephyr.spi.KeyValueStoreException;
import dev.zephyr.spi.KeyValueStoreException.Category;
import dev.zephyr.spi.Snapshot;
import dev.zephyr.spi.StoredText;
import dev.zephyr.stores.redis.Scripts.Script;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** A store that any number of servers share. Thread-safe. */
final class RedisStore implements KeyValueStore {

    private static final Script SNAPSHOT = Script.named("snapshot.lua");
    private static final Script COMMIT = Script.named("commit.lua");
    private static final Script NAMESPACES = Script.named("namespaces.lua");
    private static final Script REGISTER = Script.named("register.lua");

    /** Longer than any commit can be on its way. */
    private static final Duration TOKEN_KEPT = Duration.ofMinutes(10);

    /** A request waits no longer to learn what became of its commit. */
    private static final Duration DECIDE_TIMEOUT = Duration.ofSeconds(15);

    private static final Duration RESEND_PAUSE = Duration.ofMillis(50);

    private final Scripts scripts;
    private final KeyValueLimits limits;
    private final States states = new States();

    /** Namespaces that are in the list of all; bounded by the limit of namespaces. */
    private final Set<String> registered = ConcurrentHashMap.newKeySet();

    RedisStore(Scripts scripts, KeyValueLimits limits) {
        this.scripts = scripts;
        this.limits = limits;
    }

    @Override
    public Snapshot snapshot(String namespace) {
        Names names = new Names(namespace);
        Snapshot known = states.known(namespace);
        try {
            List<byte[]> answer =
                    scripts.run(
                            SNAPSHOT,
                            new byte[][] {names.meta(), names.values(), names.expiries()},
                            ascii(known == null ? -1 : known.version()));
            return states.read(namespace, known, answer);
        } catch (RedisException e) {
            throw scripts.failed(e);
        }
    }

    @Override
    public CommitResult commit(Commit commit) {
        String refusal = limits.refusal(commit.puts());
        if (refusal != null) {
            return new CommitResult.OverQuota(refusal);
        }
        try {
            if (!registered.contains(commit.namespace())) {
                long count = register(commit.namespace());
                if (count >= 0) {
                    return new CommitResult.OverQuota(
                            Objects.requireNonNullElse(limits.refusalOfNamespace(count), ""));
                }
                registered.add(commit.namespace());
            }
        } catch (RedisException e) {
            throw scripts.failed(e);
        }
        return decided(commit);
    }

    private long register(String namespace) {
        List<byte[]> count =
                scripts.run(
                        REGISTER,
                        new byte[][] {Names.ALL},
                        StoredText.encode(namespace),
                        ascii(limits.namespacesMax()));
        return States.number(count.getFirst());
    }

    /** The token lets the script be sent until it is answered: it is applied once at most. */
    private CommitResult decided(Commit commit) {
        Names names = new Names(commit.namespace());
        byte[][] keys = {
            names.meta(),
            names.values(),
            names.expiries(),
            names.versions(),
            names.token(UUID.randomUUID())
        };
        byte[][] arguments = arguments(commit);
        long deadlineNanos = System.nanoTime() + DECIDE_TIMEOUT.toNanos();
        while (true) {
            try {
                return result(scripts.run(COMMIT, keys, arguments));
            } catch (RedisCommandExecutionException e) {
                throw scripts.failed(e);
            } catch (RedisException e) {
                if (System.nanoTime() > deadlineNanos) {
                    String text = scripts.failed(e).getMessage();
                    throw new KeyValueStoreException(
                            Category.UNAVAILABLE, text + " (a commit may have been applied)", e);
                }
                LockSupport.parkNanos(RESEND_PAUSE.toNanos());
            }
        }
    }

    private byte[][] arguments(Commit commit) {
        List<byte[]> arguments = new ArrayList<>();
        arguments.add(ascii(commit.base().version()));
        arguments.add(ascii(commit.isolation() == Commit.Isolation.SERIALIZABLE ? 1 : 0));
        arguments.add(ascii(commit.timeToLive().map(Duration::toMillis).orElse(-1L)));
        arguments.add(ascii(limits.keysMax()));
        arguments.add(ascii(limits.namespaceBytesMax()));
        arguments.add(ascii(TOKEN_KEPT.toMillis()));
        arguments.add(ascii(commit.puts().size()));
        Map<String, String> base = commit.base().entries();
        commit.puts()
                .forEach((key, value) -> {
                    arguments.add(StoredText.encode(key));
                    arguments.add(ascii(base.containsKey(key) ? 1 : 0));
                    arguments.add(StoredText.encode(value));
                });
        for (String key : commit.deletes()) {
            arguments.add(StoredText.encode(key));
            arguments.add(ascii(base.containsKey(key) ? 1 : 0));
        }
        return arguments.toArray(byte[][]::new);
    }

    private CommitResult result(List<byte[]> answer) {
        String outcome = new String(answer.getFirst(), US_ASCII);
        return switch (outcome) {
            case "committed" ->
                    new CommitResult.Committed(States.number(answer.get(1)), Snapshot.SETTLED);
            case "conflict" -> new CommitResult.Conflict();
            case "quota" -> {
                long keys = States.number(answer.get(1));
                long bytes = States.number(answer.get(2));
                yield new CommitResult.OverQuota(
                        Objects.requireNonNullElse(limits.refusal(keys, bytes), outcome));
            }
            default -> throw new IllegalStateException("commit.lua: " + outcome);
        };
    }

    private static byte[] ascii(long number) {
        return Long.toString(number).getBytes(US_ASCII);
    }

    @Override
    public List<String> namespaces() {
        try {
            List<byte[]> names = scripts.run(NAMESPACES, new byte[][] {Names.ALL});
            return names.stream().map(StoredText::decode).sorted().toList();
        } catch (RedisException e) {
            throw scripts.failed(e);
        }
    }

    @Override
    public boolean answersFromMemory() {
        return false;
    }

    @Override
    public String trouble() {
        return scripts.trouble();
    }

    @Override
    public void close() {
        scripts.close();
    }
}
