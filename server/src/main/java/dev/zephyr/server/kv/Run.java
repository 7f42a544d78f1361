// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import static java.lang.System.Logger.Level.ERROR;

import dev.zephyr.server.config.WorkerConfig.KeyValue;
import dev.zephyr.server.kv.Attempt.Attempted;
import dev.zephyr.spi.Commit;
import dev.zephyr.spi.CommitResult;
import dev.zephyr.spi.KeyValueStore;
import dev.zephyr.spi.KeyValueStoreException;
import dev.zephyr.spi.Snapshot;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * One request on its way from a snapshot to a commit, and back if it met another. It belongs to one
 * thread at a time: the carrier's, or that of its lane.
 *
 * @param <T> what an attempt answers
 */
final class Run<T> {

    private static final System.Logger LOG = System.getLogger("dev.zephyr.kv");

    /**
     * Lost side by side more often than this, a request goes to the lane whatever the others do.
     */
    private static final int SIDE_BY_SIDE_MAX = 3;

    /** In the lane only other servers can win; each time they do, they have got further. */
    private static final int IN_LANE_MAX = 1000;

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    /** What the requests of one namespace share. */
    record Context(
            KeyValueStore store,
            KeyValue config,
            Lane lane,
            TransactorCounters counters,
            TransactorLimits limits) {}

    private final Context context;
    private final Executor carrier;
    private final Attempt<T> attempt;
    private final Consumer<Settled<T>> done;
    private final long startNanos = System.nanoTime();
    private int attempts;

    Run(Context context, Executor carrier, Attempt<T> attempt, Consumer<Settled<T>> done) {
        this.context = context;
        this.carrier = carrier;
        this.attempt = attempt;
        this.done = done;
    }

    Lane lane() {
        return context.lane();
    }

    /** Where this request may be run. */
    Executor carrier() {
        return carrier;
    }

    /** Runs while others of the namespace do, until it is settled or belongs in the lane. */
    void sideBySide() {
        while (attempts < SIDE_BY_SIDE_MAX && !lane().isHot()) {
            if (isSettledByAttempt()) {
                lane().passed();
                return;
            }
            lane().collided();
        }
        lane().enterOnCarrier(this);
    }

    /** Runs while no other request of this server is in the lane, until it is settled. */
    void inLane() {
        for (int i = 0; i < IN_LANE_MAX; i++) {
            if (isSettledByAttempt()) {
                return;
            }
        }
        settleUnavailable("other servers keep changing the same keys");
    }

    /** Gives up before the first attempt. */
    void reject() {
        settle(new Settled.Rejected<>());
    }

    /** One attempt from a fresh snapshot. False on a conflict: then nothing has happened. */
    private boolean isSettledByAttempt() {
        if (System.nanoTime() - startNanos > context.limits().patience().toNanos()) {
            settleUnavailable("too many requests change the same keys");
            return true;
        }
        if (attempts++ > 0) {
            context.counters().reruns.increment();
        }
        context.counters().attempts.increment();
        try {
            return isSettledByCommit(context.store().snapshot(context.config().namespace()));
        } catch (RejectedExecutionException e) {
            reject();
        } catch (Throwable e) { // the outermost frame of a request: it has to be answered
            settleFailure(e);
        }
        return true;
    }

    private boolean isSettledByCommit(Snapshot snapshot) {
        Attempted<T> attempted = attempt.attempt(snapshot);
        Difference difference =
                attempted.after() == null
                        ? Difference.NONE
                        : Difference.between(snapshot.entries(), attempted.after());
        if (difference.isEmpty()) {
            settleWhen(snapshot.durable(), attempted.result());
            return true;
        }
        return switch (context.store().commit(commit(snapshot, difference))) {
            case CommitResult.Committed(_, CompletionStage<Void> durable) -> {
                context.counters().commits.increment();
                settleWhen(durable, attempted.result());
                yield true;
            }
            case CommitResult.OverQuota(String reason) -> {
                context.counters().overQuota.increment();
                settle(new Settled.OverQuota<>(reason));
                yield true;
            }
            case CommitResult.Conflict _ -> {
                context.counters().conflicts.increment();
                yield false;
            }
        };
    }

    private Commit commit(Snapshot snapshot, Difference difference) {
        KeyValue config = context.config();
        return new Commit(
                snapshot,
                difference.puts(),
                difference.deletes(),
                config.isolation(),
                config.timeToLive());
    }

    private void settleWhen(CompletionStage<Void> durable, T result) {
        durable.whenComplete((_, failure) -> {
            if (failure == null) {
                settle(new Settled.Done<>(result));
            } else {
                settleFailure(failure);
            }
        });
    }

    private void settleFailure(Throwable failure) {
        Throwable cause = failure instanceof CompletionException e ? e.getCause() : failure;
        if (cause instanceof KeyValueStoreException e) {
            switch (e.category()) {
                case UNAVAILABLE, EXHAUSTED -> settleUnavailable(message(e));
                case CALLER, INTERNAL -> settleDefect(e);
            }
        } else {
            settleDefect(cause == null ? failure : cause);
        }
    }

    private void settleUnavailable(String reason) {
        context.counters().unavailable.increment();
        settle(new Settled.Unavailable<>(reason, RETRY_AFTER));
    }

    private void settleDefect(Throwable defect) {
        LOG.log(ERROR, "namespace " + context.config().namespace() + ": request failed", defect);
        settle(new Settled.Failed<>(message(defect)));
    }

    private static String message(Throwable failure) {
        String message = failure.getMessage();
        return message == null ? failure.getClass().getSimpleName() : message;
    }

    /** A defect of the receiver must not keep the lane from going on. */
    private void settle(Settled<T> settled) {
        try {
            done.accept(settled);
        } catch (RuntimeException e) {
            LOG.log(ERROR, "namespace " + context.config().namespace() + ": answer lost", e);
        }
    }
}
