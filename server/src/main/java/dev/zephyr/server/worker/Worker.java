// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import dev.zephyr.server.config.WorkerConfig;
import dev.zephyr.server.http.Request;
import dev.zephyr.server.http.RequestTarget;
import dev.zephyr.server.http.Response;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * One WebAssembly file that answers requests. Thread-safe.
 *
 * <p>A request goes these steps: input document → snapshot of its namespace → run → output document
 * → commit → answer. {@link WorkerCall} drives them.
 */
public final class Worker {

    private final int number;
    private final String route;
    private final Workers workers;
    private final Guest guest;

    Worker(int number, String route, Workers workers, Guest guest) {
        this.number = number;
        this.route = route;
        this.workers = workers;
        this.guest = guest;
    }

    /** The route that it answers, with the names of its parameters. */
    public String route() {
        return route;
    }

    /** What it is and may do. */
    public WorkerConfig config() {
        return guest.config();
    }

    /** Completes when it is compiled, or found to be unusable; never exceptionally. */
    public CompletableFuture<Void> ready() {
        return guest.ready();
    }

    /** Why it can't run; empty: it can, or that is not known yet. */
    public Optional<String> problem() {
        return guest.problem();
    }

    /** About its module; empty if it is not compiled, or not yet. */
    public Optional<GuestReport> report() {
        return guest.report();
    }

    /**
     * Answers a request. Returns at once.
     *
     * @param params of the route
     * @param answer called exactly once, from any thread, also from within this method; must not
     *     block
     */
    public void respond(
            Request request,
            RequestTarget.Path target,
            Map<String, String> params,
            Consumer<Response> answer) {
        String url = workers.url().of(request, target);
        new WorkerCall(this, InputDocument.of(request, url, params), answer).start();
    }

    /** What the observer knows it by. */
    int number() {
        return number;
    }

    Workers workers() {
        return workers;
    }

    Guest guest() {
        return guest;
    }
}
