// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server;

import dev.zephyr.server.http.Request;
import dev.zephyr.server.http.RequestTarget;
import dev.zephyr.server.http.Response;
import dev.zephyr.server.worker.Worker;
import java.util.Map;
import java.util.function.Consumer;

/** What answers the requests of a route. */
sealed interface RouteTarget {

    /** Whether it answers at full speed. */
    boolean isReady();

    /** How many bytes of content a request may carry. */
    long bodyBytesMax();

    /** Answers now or later, from any thread. */
    void respond(
            Request request,
            RequestTarget.Path path,
            Map<String, String> params,
            Consumer<Response> answer);

    /** A worker. */
    record Runs(Worker worker) implements RouteTarget {
        @Override
        public boolean isReady() {
            return worker.ready().isDone();
        }

        @Override
        public long bodyBytesMax() {
            return worker.config().limits().bodyBytesMax();
        }

        @Override
        public void respond(
                Request request,
                RequestTarget.Path path,
                Map<String, String> params,
                Consumer<Response> answer) {
            worker.respond(request, path, params, answer);
        }
    }

    /**
     * A worker whose TOML is broken: it is never run with settings that its author did not choose.
     *
     * @param page what every request gets
     */
    record Broken(Response page) implements RouteTarget {
        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public long bodyBytesMax() {
            return 0;
        }

        @Override
        public void respond(
                Request request,
                RequestTarget.Path path,
                Map<String, String> params,
                Consumer<Response> answer) {
            answer.accept(page);
        }
    }
}
