// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one namespace, one after the other. Thread-safe; it blocks no thread: whoever
 * finds it idle works it off, the others leave their request and go.
 *
 * <p>The lane is <i>hot</i> while it takes every request of its namespace. It becomes hot when
 * conflicts are more than about one in {@value #HEAT_PER_CONFLICT} runs, and stays so for a number
 * of requests that doubles each time it turns out that it cooled too early.
 */
final class Lane {

    /** What a conflict adds; a run without one takes away 1. */
    private static final int HEAT_PER_CONFLICT = 8;

    /** Two conflicts in a row are enough. */
    private static final int HOT = 2 * HEAT_PER_CONFLICT;

    /** Fewer would try too often: each try of a contended namespace loses a run or two. */
    private static final int HOT_REQUESTS_MIN = 256;

    /** More would keep requests in a row long after they have stopped to meet. */
    private static final int HOT_REQUESTS_MAX = 8192;

    /** Requests that a thread of the pool works off before others get it. */
    private static final int BATCH = 16;

    private final int waitingMax;
    private final TransactorCounters counters;

    /** Requests for which the lane stays hot. Written under this object's lock, read without. */
    private volatile int hotRequestsLeft;

    // Guarded by this object's lock.
    private final Deque<Run<?>> waiting = new ArrayDeque<>();
    private boolean busy;
    private int heat;
    private int hotRequests = HOT_REQUESTS_MIN;

    Lane(int waitingMax, TransactorCounters counters) {
        this.waitingMax = waitingMax;
        this.counters = counters;
    }

    /** Whether requests belong here from the start. */
    boolean isHot() {
        return hotRequestsLeft > 0;
    }

    /** A request met no other. */
    void passed() {
        if (heat > 0) { // a racy read: a request more or less makes no difference
            cool();
        }
    }

    private synchronized void cool() {
        heat = Math.max(0, heat - 1);
        if (heat == 0) {
            hotRequests = HOT_REQUESTS_MIN;
        }
    }

    /** A request lost against another. */
    synchronized void collided() {
        heat += HEAT_PER_CONFLICT;
        if (heat >= HOT && hotRequestsLeft == 0) {
            counters.laneEntries.increment();
            heat = HEAT_PER_CONFLICT;
            hotRequestsLeft = hotRequests;
            hotRequests = Math.min(2 * hotRequests, HOT_REQUESTS_MAX);
        }
    }

    /** Takes a request from a thread that must not run it. */
    void enter(Run<?> run) {
        switch (admit(run)) {
            case FULL -> run.reject();
            case WAITS -> {}
            case FIRST -> {
                try {
                    run.carrier().execute(this::workOff);
                } catch (RejectedExecutionException e) {
                    rejectAll();
                }
            }
        }
    }

    /** Takes a request from a thread that may run it. */
    void enterOnCarrier(Run<?> run) {
        switch (admit(run)) {
            case FULL -> run.reject();
            case WAITS -> {}
            case FIRST -> workOff();
        }
    }

    private enum Admission {
        /** The lane was idle: the caller has it worked off. */
        FIRST,
        WAITS,
        FULL
    }

    private synchronized Admission admit(Run<?> run) {
        if (waiting.size() >= waitingMax) {
            return Admission.FULL;
        }
        waiting.add(run);
        if (busy) {
            return Admission.WAITS;
        }
        busy = true;
        return Admission.FIRST;
    }

    private void workOff() {
        for (int i = 0; i < BATCH; i++) {
            Run<?> run = next();
            if (run == null) {
                return;
            }
            run.inLane();
        }
        goOnLater();
    }

    /** The thread goes to others; if nothing else may be added to the pool, it stays. */
    private void goOnLater() {
        while (true) {
            Run<?> run = next();
            if (run == null) {
                return;
            }
            if (isHandedOver(run)) {
                return;
            }
            run.inLane();
        }
    }

    private boolean isHandedOver(Run<?> run) {
        try {
            run.carrier()
                    .execute(() -> {
                        run.inLane();
                        workOff();
                    });
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** Null, and the lane is idle, if nothing waits. */
    private synchronized @Nullable Run<?> next() {
        Run<?> run = waiting.poll();
        busy = run != null;
        hotRequestsLeft = run == null ? hotRequestsLeft : Math.max(0, hotRequestsLeft - 1);
        return run;
    }

    private void rejectAll() {
        List<Run<?>> all;
        synchronized (this) {
            all = List.copyOf(waiting);
            waiting.clear();
            busy = false;
        }
        all.forEach(Run::reject);
    }
}
