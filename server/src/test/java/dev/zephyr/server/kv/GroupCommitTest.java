// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zephyr.server.kv.Backing.Change;
import dev.zephyr.spi.KeyValueStoreException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sqlite.SQLiteErrorCode;

@Timeout(60)
class GroupCommitTest {

    private final List<List<Long>> groups = Collections.synchronizedList(new ArrayList<>());
    private final List<Long> forgotten = Collections.synchronizedList(new ArrayList<>());
    private final AtomicReference<@Nullable SQLException> failure = new AtomicReference<>();
    private final CountDownLatch firstIsWriting = new CountDownLatch(1);
    private final CountDownLatch diskGoesOn = new CountDownLatch(1);
    private final GroupCommit commits = new GroupCommit(this::write, true);

    @Test
    void whatComesWhileTheDiskIsBusyIsOneGroup() throws Exception {
        Thread writer = Thread.ofPlatform().start(commits);
        List<CompletionStage<Void>> durable = appendThree();
        assertThat(durable).noneMatch(stage -> stage.toCompletableFuture().isDone());
        diskGoesOn.countDown();
        for (CompletionStage<Void> stage : durable) {
            assertThat(stage.toCompletableFuture()).succeedsWithin(Duration.ofSeconds(10));
        }
        commits.close();
        writer.join();
        assertThat(groups).containsExactly(List.of(1L), List.of(2L, 3L));
    }

    @Test
    void nothingIsWrittenAfterAnErrorThatLeavesTheDiskUnknown() throws Exception {
        Thread writer = Thread.ofPlatform().start(commits);
        failure.set(
                new SQLException(
                        "disk I/O error (fsync)", "", code(SQLiteErrorCode.SQLITE_IOERR_FSYNC)));
        assertAllFail(appendThree(), "fsync");
        assertThat(commits.trouble()).contains("restart the server");
        assertThatThrownBy(() -> commits.append(change(4)))
                .isInstanceOf(KeyValueStoreException.class)
                .hasMessageContaining("fsync");
        commits.close();
        writer.join();
        assertThat(groups).isEmpty();
        assertThat(forgotten).containsExactly(1L, 2L, 3L);
    }

    @Test
    void fullDiskIsTriedAgain() throws Exception {
        Thread writer = Thread.ofPlatform().start(commits);
        failure.set(new SQLException("full", "", code(SQLiteErrorCode.SQLITE_FULL)));
        assertAllFail(appendThree(), "disk is full");
        assertThat(commits.trouble()).isEmpty();
        failure.set(null);
        assertThat(commits.append(change(4)).toCompletableFuture())
                .succeedsWithin(Duration.ofSeconds(10));
        commits.close();
        writer.join();
        assertThat(groups).containsExactly(List.of(4L));
        assertThat(forgotten).containsExactly(1L, 2L, 3L);
    }

    @Test
    void moreThanTheDiskCanTakeIsRefused() {
        for (int i = 0; i < GroupCommit.WAITING_MAX; i++) {
            commits.append(change(i));
        }
        assertThatThrownBy(() -> commits.append(change(0)))
                .isInstanceOf(KeyValueStoreException.class)
                .hasMessageContaining("65536 changes wait for the disk");
    }

    @Test
    void whatWaitsIsWrittenBeforeTheEnd() {
        diskGoesOn.countDown();
        CompletionStage<Void> durable = commits.append(change(1));
        commits.close();
        commits.run();
        assertThat(durable.toCompletableFuture()).isCompleted();
        assertThatThrownBy(() -> commits.append(change(2))).hasMessage("store: closed");
    }

    private static int code(SQLiteErrorCode code) {
        return code.code;
    }

    private List<CompletionStage<Void>> appendThree() throws InterruptedException {
        List<CompletionStage<Void>> durable = new ArrayList<>();
        durable.add(commits.append(change(1)));
        firstIsWriting.await();
        durable.add(commits.append(change(2)));
        durable.add(commits.append(change(3)));
        return durable;
    }

    private void assertAllFail(List<CompletionStage<Void>> durable, String message) {
        diskGoesOn.countDown();
        for (CompletionStage<Void> stage : durable) {
            CompletableFuture<Void> future = stage.toCompletableFuture();
            assertThat(future)
                    .failsWithin(Duration.ofSeconds(10))
                    .withThrowableThat()
                    .withCauseInstanceOf(KeyValueStoreException.class)
                    .withMessageContaining(message);
        }
    }

    private Change change(long version) {
        return new Change("a", version, List.of(), List.of("k"), () -> forgotten.add(version));
    }

    private void write(List<Change> changes) throws SQLException {
        firstIsWriting.countDown();
        try {
            diskGoesOn.await();
        } catch (InterruptedException e) {
            throw new SQLException(e);
        }
        SQLException reason = failure.get();
        if (reason != null) {
            throw reason;
        }
        groups.add(changes.stream().map(Change::version).toList());
    }
}
