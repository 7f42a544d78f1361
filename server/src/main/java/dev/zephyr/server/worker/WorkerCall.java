// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import dev.zephyr.server.config.WorkerConfig.KeyValue;
import dev.zephyr.server.http.Response;
import dev.zephyr.server.kv.Attempt;
import dev.zephyr.server.kv.Settled;
import dev.zephyr.server.worker.WorkerObserver.End;
import dev.zephyr.spi.Snapshot;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way through a worker. It may be run several times, on fresh snapshots, before
 * it is answered. Confined to one worker thread at a time.
 */
final class WorkerCall implements Attempt<Response>, WorkerObserver.Run {

    /** A server error with an empty namespace is a failed handler, not a wish to forget all. */
    private static final int SERVER_ERROR_MIN = 500;

    private static final byte[] NO_ENTRIES = "{}".getBytes(StandardCharsets.US_ASCII);

    /** Reused by each thread of the pool, so that a run allocates no document. */
    private static final ThreadLocal<JsonWriter> INPUT = ThreadLocal.withInitial(JsonWriter::new);

    private final Worker worker;
    private final InputDocument input;
    private final Consumer<Response> answer;
    private final WorkerObserver observer;

    /** When it came, and where the time of its runs is; only if somebody observes. */
    private long queuedSince;

    private long queueNanos;
    private long runNanos;
    private long memoryBytes;
    private int stderrBytes;
    private End end = End.OK;

    WorkerCall(Worker worker, InputDocument input, Consumer<Response> answer) {
        this.worker = worker;
        this.input = input;
        this.answer = answer;
        this.observer = worker.workers().observer();
    }

    void start() {
        queuedSince = observer.equals(WorkerObserver.NONE) ? 0 : System.nanoTime();
        @Nullable KeyValue data = worker.config().keyValue().orElse(null);
        if (data != null) {
            worker.workers()
                    .transactor()
                    .execute(data, worker.workers()::execute, this, this::settle);
            return;
        }
        try {
            worker.workers().execute(this::withoutData);
        } catch (RejectedExecutionException _) {
            observer.rejected(worker.number());
            answer.accept(WorkerFailure.busy());
        }
    }

    private void withoutData() {
        Response response;
        try {
            response = run(NO_ENTRIES).result();
        } catch (RuntimeException defect) {
            response = WorkerFailure.of(worker, "a defect of the server: " + defect);
        }
        answer.accept(response);
    }

    @Override
    public Attempted<Response> attempt(Snapshot snapshot) {
        return run(encode(snapshot.entries()));
    }

    private static byte[] encode(Map<String, String> entries) {
        if (entries.isEmpty()) {
            return NO_ENTRIES;
        }
        JsonWriter json = INPUT.get();
        json.reset();
        json.object(entries);
        return json.copy();
    }

    private Attempted<Response> run(byte[] keyValueJson) {
        Slot slot = PoolThread.current();
        if (slot == null) {
            throw new IllegalStateException("not a thread of the worker pool");
        }
        JsonWriter document = INPUT.get();
        input.writeTo(document, keyValueJson);
        if (observer.equals(WorkerObserver.NONE)) {
            return answer(slot.run(worker.guest(), document.bytes(), document.length()));
        }
        long start = System.nanoTime();
        RunResult result = slot.run(worker.guest(), document.bytes(), document.length());
        runNanos = System.nanoTime() - start;
        queueNanos = queuedSince == 0 ? -1 : start - queuedSince;
        queuedSince = 0;
        memoryBytes = slot.memoryBytes();
        stderrBytes = result.stderrLength();
        Attempted<Response> attempted = answer(result);
        observer.ran(slot.number(), worker.number(), this);
        return attempted;
    }

    private Attempted<Response> answer(RunResult result) {
        GuestLog.errors(worker.route(), result);
        return switch (result.outcome()) {
            case RunOutcome.Completed _ -> read(result);
            case RunOutcome.Exited(int code) ->
                    failed(End.EXIT, "exit code: " + code + " (expected: 0)");
            case RunOutcome.Trapped(String reason) -> failed(End.TRAP, reason);
            case RunOutcome.TimedOut timedOut -> {
                end = End.TIMEOUT;
                yield unchanged(WorkerFailure.timedOut(worker, timedOut.limit()));
            }
            case RunOutcome.OutputTooLarge(int max) ->
                    failed(
                            End.OUTPUT,
                            "standard output: too large (expected: <= " + max + " bytes)");
            case RunOutcome.StackExhausted _ -> failed(End.TRAP, "call stack exhausted");
            case RunOutcome.OutOfMemory _ ->
                    failed(End.MEMORY, "no memory left for it in the server");
            case RunOutcome.Stopped _ -> failed(End.STOPPED, "stopped because the server ends");
            case RunOutcome.Unloadable(String reason) -> failed(End.UNLOADABLE, reason);
        };
    }

    private Attempted<Response> read(RunResult result) {
        return switch (OutputParser.parse(result.stdout(), result.stdoutLength())) {
            case OutputParser.Parsed.Document(OutputDocument document, OutputParser.Span span) -> {
                end = End.OK;
                GuestLog.strayOutput(worker.route(), result, span);
                yield new Attempted<>(WorkerAnswer.of(document), after(document));
            }
            case OutputParser.Parsed.Unusable(String reason) ->
                    failed(End.BAD_ANSWER, "standard output: " + reason);
        };
    }

    private static @Nullable Map<String, String> after(OutputDocument document) {
        Map<String, String> entries = document.keyValue();
        boolean failed = document.status() >= SERVER_ERROR_MIN;
        return entries == null || (failed && entries.isEmpty()) ? null : entries;
    }

    private Attempted<Response> failed(End how, String reason) {
        end = how;
        return unchanged(WorkerFailure.of(worker, reason));
    }

    private static Attempted<Response> unchanged(Response response) {
        return new Attempted<>(response, null);
    }

    private void settle(Settled<Response> settled) {
        switch (settled) {
            case Settled.Done<Response> _ -> {}
            case Settled.Rejected<Response> _ -> observer.rejected(worker.number());
            case Settled.OverQuota<Response> _,
                    Settled.Unavailable<Response> _,
                    Settled.Failed<Response> _ ->
                    observer.storeFailed(worker.number());
        }
        answer.accept(
                switch (settled) {
                    case Settled.Done<Response>(Response response) -> response;
                    case Settled.OverQuota<Response>(String reason) ->
                            WorkerFailure.of(worker, "key/value data: " + reason);
                    case Settled.Unavailable<Response> unavailable ->
                            WorkerFailure.unavailable(worker, unavailable);
                    case Settled.Rejected<Response> _ -> WorkerFailure.busy();
                    case Settled.Failed<Response>(String reason) ->
                            WorkerFailure.of(worker, reason);
                });
    }

    @Override
    public End end() {
        return end;
    }

    @Override
    public long queueNanos() {
        return queueNanos;
    }

    @Override
    public long runNanos() {
        return runNanos;
    }

    @Override
    public long memoryBytes() {
        return memoryBytes;
    }

    @Override
    public int stderrBytes() {
        return stderrBytes;
    }
}
