// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.kv;

import static java.lang.System.Logger.Level.ERROR;

import dev.zephyr.server.kv.Backing.Change;
import dev.zephyr.spi.KeyValueStoreException;
import dev.zephyr.spi.KeyValueStoreException.Category;
import dev.zephyr.spi.Snapshot;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;

/**
 * Collects changes while the disk is busy with the changes before, and writes them together: one
 * {@code fsync} for all. Thread-safe; {@link #run} is the writer's own thread.
 *
 * <p>When a group can't be written, its changes and those that wait behind it are undone in memory
 * and their requests answered as failed. A disk that is full is tried again; after any other error
 * nobody knows what is on the disk, and nothing is written any more.
 */
final class GroupCommit implements Runnable {

    private static final System.Logger LOG = System.getLogger("dev.zephyr.kv");

    /** A disk that is this far behind is too slow for the load; the heap must not pay for it. */
    static final int WAITING_MAX = 65_536;

    /** Where a group goes. */
    @FunctionalInterface
    interface Disk {

        /** Writes all changes or none; as durable as it will be when this returns. */
        void write(List<Change> changes) throws SQLException;
    }

    private final Disk disk;
    private final boolean answersWait;

    // Guarded by this object's lock.
    private List<Change> waiting = new ArrayList<>();
    private CompletableFuture<Void> written = new CompletableFuture<>();
    private String trouble = "";
    private boolean closing;

    /**
     * @param answersWait whether a change's stage completes only when its group is written
     */
    GroupCommit(Disk disk, boolean answersWait) {
        this.disk = disk;
        this.answersWait = answersWait;
    }

    /** As {@link Backing#append}. */
    synchronized CompletionStage<Void> append(Change change) {
        if (!trouble.isEmpty()) {
            throw new KeyValueStoreException(Category.UNAVAILABLE, trouble);
        }
        if (waiting.size() >= WAITING_MAX) {
            throw new KeyValueStoreException(
                    Category.UNAVAILABLE,
                    "store: "
                            + waiting.size()
                            + " changes wait for the disk (expected: < "
                            + WAITING_MAX
                            + ")");
        }
        waiting.add(change);
        if (waiting.size() == 1) {
            notifyAll();
        }
        return answersWait ? written : Snapshot.SETTLED;
    }

    /** As {@link Backing#trouble}. */
    synchronized String trouble() {
        return trouble;
    }

    /** No more changes are taken; {@link #run} writes what waits and returns. */
    synchronized void close() {
        closing = true;
        trouble = trouble.isEmpty() ? "store: closed" : trouble;
        notifyAll();
    }

    /** A group on its way to the disk. */
    private record Group(List<Change> changes, CompletableFuture<Void> written) {}

    /** Writes groups until the end. */
    @Override
    public void run() {
        for (Group group = next(); group != null; group = next()) {
            try {
                disk.write(group.changes());
                group.written().complete(null);
            } catch (SQLException e) {
                undo(group, e);
            } catch (RuntimeException e) { // the thread's outermost frame
                undo(group, new SQLException(e));
            }
        }
    }

    /** Null if there is nothing left and never will be. */
    private synchronized @Nullable Group next() {
        while (waiting.isEmpty()) {
            if (closing) {
                return null;
            }
            try {
                wait();
            } catch (InterruptedException e) {
                closing = true; // whoever interrupts the writer wants it to end
            }
        }
        return take();
    }

    private synchronized Group take() {
        Group group = new Group(waiting, written);
        waiting = new ArrayList<>();
        written = new CompletableFuture<>();
        return group;
    }

    private void undo(Group group, SQLException reason) {
        boolean isFull = reason.getErrorCode() == SQLiteErrorCode.SQLITE_FULL.code;
        String text =
                isFull
                        ? "store: the disk is full (or maxBytes reached)"
                        : "store: writing failed (" + reason.getMessage() + "): restart the server";
        Group behind = refuse(text);
        LOG.log(
                ERROR,
                text
                        + ": "
                        + (group.changes().size() + behind.changes().size())
                        + " changes undone",
                reason);
        group.changes().forEach(change -> change.forget().run());
        behind.changes().forEach(change -> change.forget().run());
        if (isFull) {
            accept();
        }
        KeyValueStoreException failure =
                new KeyValueStoreException(Category.UNAVAILABLE, text, reason);
        group.written().completeExceptionally(failure);
        behind.written().completeExceptionally(failure);
    }

    /** From here on nothing is added to what waits, so that all of it can be undone. */
    private synchronized Group refuse(String reason) {
        trouble = reason;
        return take();
    }

    private synchronized void accept() {
        trouble = closing ? "store: closed" : "";
    }
}
