// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server;

import dev.zephyr.server.files.FileAnswer;
import dev.zephyr.server.http.HeaderBlock;
import dev.zephyr.server.http.Request;
import dev.zephyr.server.http.RequestTarget;
import dev.zephyr.server.http.Response;
import dev.zephyr.server.observe.Served;
import dev.zephyr.server.route.Match;
import dev.zephyr.server.transport.Exchange;
import dev.zephyr.server.transport.Handler;
import java.util.Map;
import java.util.Optional;

/**
 * The corridor: route a request, ask the target, send the answer. Thread-safe; called on event
 * loops.
 *
 * <p>A worker with exactly the path comes before a file, a file before a worker whose route has
 * parameters, and last comes the page for what is missing.
 */
final class RequestHandler implements Handler {

    private static final HeaderBlock ALL_METHODS =
            HeaderBlock.of("Allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");

    /** The content of a request for a file is of no use. */
    private static final long NOT_READ = -1;

    private final Site site;
    private final CrossOrigin crossOrigin;

    RequestHandler(Site site, CrossOrigin crossOrigin) {
        this.site = site;
        this.crossOrigin = crossOrigin;
    }

    @Override
    public long bodyBytesMax(Request request) {
        return switch (request.target()) {
            case RequestTarget.Path path ->
                    switch (site.match(path)) {
                        case Match.Static(var route) -> site.worker(route).bodyBytesMax();
                        case Match.Dynamic(var route, _) -> site.worker(route).bodyBytesMax();
                        case Match.None _ -> NOT_READ;
                    };
            case RequestTarget.Asterisk _, RequestTarget.Malformed _ -> NOT_READ;
        };
    }

    @Override
    public void handle(Exchange exchange) {
        Request request = exchange.request();
        Optional<Response> preflight = crossOrigin.preflight(request);
        if (preflight.isPresent()) {
            exchange.respond(preflight.get());
            return;
        }
        switch (request.target()) {
            case RequestTarget.Path path -> route(exchange, path);
            case RequestTarget.Asterisk _ -> respond(exchange, asterisk(request));
            case RequestTarget.Malformed(int status, String reason) ->
                    respond(exchange, Response.text(status, reason));
        }
    }

    private void route(Exchange exchange, RequestTarget.Path path) {
        switch (site.match(path)) {
            // Handed to the pool together with what came with it: its threads are woken once.
            case Match.Static(var route) ->
                    exchange.afterBatch(() -> worker(exchange, site.worker(route), path, Map.of()));
            case Match.Dynamic match -> file(exchange, path, match);
            case Match.None match -> file(exchange, path, match);
        }
    }

    private void worker(
            Exchange exchange,
            RouteTarget target,
            RequestTarget.Path path,
            Map<String, String> params) {
        exchange.tag(Served.WORKER.tag());
        target.respond(exchange.request(), path, params, response -> respond(exchange, response));
    }

    /** Answers with a file, or, where there is none, with what comes after files. */
    private void file(Exchange exchange, RequestTarget.Path path, Match next) {
        switch (site.file(exchange.request(), path)) {
            case FileAnswer.Ready(Response response) -> respondFile(exchange, response, false);
            case FileAnswer.NeedsIo(var work) ->
                    Thread.ofVirtual()
                            .name("wws-file")
                            .start(() -> loadedFile(exchange, work.get(), path, next));
            case FileAnswer.Missing _ -> afterFiles(exchange, path, next);
        }
    }

    private void loadedFile(
            Exchange exchange, FileAnswer answer, RequestTarget.Path path, Match next) {
        switch (answer) {
            case FileAnswer.Ready(Response response) -> respondFile(exchange, response, true);
            case FileAnswer.NeedsIo(var work) -> loadedFile(exchange, work.get(), path, next);
            case FileAnswer.Missing _ -> afterFiles(exchange, path, next);
        }
    }

    private void respondFile(Exchange exchange, Response response, boolean loaded) {
        exchange.tag(Served.file(response, loaded).tag());
        respond(exchange, response);
    }

    private void afterFiles(Exchange exchange, RequestTarget.Path path, Match match) {
        switch (match) {
            case Match.Dynamic(var route, var params) ->
                    worker(exchange, site.worker(route), path, params);
            case Match.Static _, Match.None _ ->
                    notFound(exchange, site.notFound(exchange.request(), path));
        }
    }

    private void notFound(Exchange exchange, FileAnswer page) {
        switch (page) {
            case FileAnswer.Ready(Response response) -> respond(exchange, response);
            case FileAnswer.NeedsIo(var work) ->
                    Thread.ofVirtual().name("wws-file").start(() -> notFound(exchange, work.get()));
            case FileAnswer.Missing _ -> respond(exchange, Response.of(404));
        }
    }

    /** RFC 9110 section 9.3.7: the asterisk asks about the server as a whole. */
    private static Response asterisk(Request request) {
        return request.method().equals("OPTIONS")
                ? Response.of(204, ALL_METHODS)
                : Response.text(400, "the request target * is for OPTIONS only");
    }

    private void respond(Exchange exchange, Response response) {
        exchange.respond(crossOrigin.apply(exchange.request(), response));
    }
}
