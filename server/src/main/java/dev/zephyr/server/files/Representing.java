// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import dev.zephyr.server.files.FileAnswer.Missing;
import dev.zephyr.server.files.FileAnswer.NeedsIo;
import dev.zephyr.server.files.FileAnswer.Ready;
import dev.zephyr.server.http.ContentCoding;
import dev.zephyr.server.http.HeaderBlock;
import dev.zephyr.server.http.RangeSelection;
import dev.zephyr.server.http.Response;
import java.io.IOException;
import java.time.InstantSource;
import java.util.function.Function;

/** Steps 2 to 5 for a file that was found: negotiate, condition, range, respond. Thread-safe. */
final class Representing {

    /** How often a file that changes under a request is looked up again. */
    private static final int ATTEMPTS_MAX = 3;

    private static final String ALLOWED = "GET, HEAD, OPTIONS";

    private static final FileAnswer OPTIONS =
            new Ready(Response.of(204, HeaderBlock.of("Allow", ALLOWED)));

    /** The text is the one that wws sends. */
    static final FileAnswer WRONG_METHOD =
            new Ready(
                    new Response(
                            405,
                            HeaderBlock.of(
                                    "Allow", ALLOWED, "Content-Type", "text/plain; charset=utf-8"),
                            Response.text(405, "Request did not meet this resource's requirements.")
                                    .body()));

    private static final FileAnswer NOT_ACCEPTABLE =
            new Ready(
                    Response.of(
                            406,
                            HeaderBlock.of(
                                    "Vary", "Accept-Encoding", "Cache-Control", "no-store")));

    private final OpenFiles openFiles;
    private final CodingMaker maker;
    private final Function<Ask, FileAnswer> lookAgain;
    private final InstantSource clock;

    Representing(
            OpenFiles openFiles,
            CodingMaker maker,
            Function<Ask, FileAnswer> lookAgain,
            InstantSource clock) {
        this.openFiles = openFiles;
        this.maker = maker;
        this.lookAgain = lookAgain;
        this.clock = clock;
    }

    /** The answer with a version of the file. */
    FileAnswer answer(Ask ask, FileVersion version) {
        return switch (ask.request().method()) {
            case "GET", "HEAD" -> negotiated(ask, version);
            case "OPTIONS" -> OPTIONS;
            default -> WRONG_METHOD;
        };
    }

    private FileAnswer negotiated(Ask ask, FileVersion version) {
        return switch (Negotiation.of(version, ask.request().headers())) {
            case Negotiation.Chosen(var variant) -> conditioned(ask, variant);
            case Negotiation.ToMake(var coding) -> new NeedsIo(() -> made(ask, version, coding));
            case Negotiation.NotAcceptable _ -> NOT_ACCEPTABLE;
        };
    }

    private FileAnswer made(Ask ask, FileVersion version, ContentCoding coding) {
        SafePath path = ask.safePath();
        if (path == null) {
            return Missing.INSTANCE;
        }
        try {
            FileVersion made = maker.make(path, version, coding);
            return made == null ? changed(ask) : negotiated(ask, made).settled();
        } catch (IOException e) {
            return Failure.answer(path.relative(), e);
        }
    }

    private FileAnswer conditioned(Ask ask, Variant variant) {
        return switch (Condition.of(ask.request(), variant.validators(), clock)) {
            case PROCEED -> ranged(ask, variant);
            case NOT_MODIFIED -> variant.notModified();
            case FAILED -> new Ready(Responder.preconditionFailed(variant));
        };
    }

    private FileAnswer ranged(Ask ask, Variant variant) {
        RangeSelection selection = Ranging.of(ask.request(), variant, clock);
        return switch (selection) {
            case RangeSelection.Unsatisfiable _ -> new Ready(Responder.unsatisfiable(variant));
            case RangeSelection.Whole _ -> {
                FileAnswer whole = variant.whole();
                yield whole != null ? whole : sent(ask, variant, selection);
            }
            case RangeSelection.Single _, RangeSelection.Several _ -> sent(ask, variant, selection);
        };
    }

    private FileAnswer sent(Ask ask, Variant variant, RangeSelection selection) {
        return switch (variant.content()) {
            case Content.InMemory(var body) ->
                    new Ready(Responder.of(variant, selection, new Responder.Source.Memory(body)));
            case Content.OnDisk disk -> {
                OpenFile file = openFiles.retained(disk.stamp());
                yield file == null
                        ? new NeedsIo(() -> opened(ask, variant, selection))
                        : fromDisk(variant, selection, file);
            }
        };
    }

    private FileAnswer opened(Ask ask, Variant variant, RangeSelection selection) {
        if (!(variant.content() instanceof Content.OnDisk(var relative, var stamp))) {
            throw new IllegalStateException("not on disk");
        }
        try {
            OpenFile file = openFiles.open(relative, stamp);
            return file == null ? changed(ask) : fromDisk(variant, selection, file);
        } catch (IOException e) {
            return Failure.answer(relative, e);
        }
    }

    private static FileAnswer fromDisk(Variant variant, RangeSelection selection, OpenFile file) {
        Responder.Source source = new Responder.Source.Disk(file);
        return new Ready(Responder.of(variant, selection, source));
    }

    private FileAnswer changed(Ask ask) {
        return ask.attempt() < ATTEMPTS_MAX ? lookAgain.apply(ask.again()) : Failure.unavailable();
    }
}
