// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import dev.zephyr.server.files.FileAnswer.Missing;
import dev.zephyr.server.files.FileAnswer.NeedsIo;
import dev.zephyr.server.files.FileAnswer.Ready;
import dev.zephyr.server.http.HeaderBlock;
import dev.zephyr.server.http.Headers;
import dev.zephyr.server.http.Request;
import dev.zephyr.server.http.RequestTarget;
import dev.zephyr.server.http.Response;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a request gets that no file and no worker answers: the application's page, a listing, the
 * page {@code 404.html}, or an empty 404. Thread-safe.
 */
final class LastResort {

    private static final String PAGE_NAME = "/404.html";

    private static final RequestTarget.Path PAGE = target(PAGE_NAME);

    private static final FileAnswer EMPTY_404 = new Ready(Response.of(404));

    private static final FileAnswer MALFORMED =
            new Ready(Response.text(400, "The path can't be the name of a file.\n"));

    private final FilesConfig.Layout layout;
    private final TopLevelNames names;
    private final Function<Ask, FileAnswer> look;
    private final DirectoryListing listing;

    /** Rebuilt when the page has changed. */
    private volatile @Nullable Page lastPage;

    private record Page(Response from, FileAnswer answer) {}

    /**
     * Of a tree.
     *
     * @param look looks a file up
     */
    LastResort(FilesConfig config, TopLevelNames names, Function<Ask, FileAnswer> look) {
        this.layout = config.layout();
        this.names = names;
        this.look = look;
        this.listing = new DirectoryListing(config);
    }

    /** The answer; settled, it is never {@link FileAnswer.Missing}. */
    FileAnswer answer(Request request, RequestTarget.Path target) {
        if (target.path().indexOf('\0') >= 0) {
            return MALFORMED;
        }
        if (!names.rootExists()) {
            return EMPTY_404;
        }
        if (!request.method().equals("GET") && !request.isHead()) {
            return Representing.WRONG_METHOD;
        }
        if (SafePath.isMalformed(target)) {
            return MALFORMED;
        }
        return fallback(request, target)
                .orElse(() -> listing.answer(request, target))
                .orElse(() -> page(request))
                .orElse(() -> EMPTY_404);
    }

    /** The application's page answers for places in the application, not for its missing parts. */
    private FileAnswer fallback(Request request, RequestTarget.Path target) {
        if (layout.fallback().isEmpty() || !isPlace(request, target)) {
            return Missing.INSTANCE;
        }
        String path = "/" + layout.fallback().get();
        return look.apply(new Ask(request, target(path), path, 1));
    }

    private static boolean isPlace(Request request, RequestTarget.Path target) {
        String accept = request.headers().first("accept");
        return target.path().indexOf('.', target.path().lastIndexOf('/')) < 0
                || (accept != null && accept.contains("text/html"));
    }

    private FileAnswer page(Request request) {
        String codings = request.headers().combined("accept-encoding");
        Headers headers = codings == null ? Headers.of() : Headers.of("accept-encoding", codings);
        Request plain =
                new Request(
                        request.method(),
                        PAGE,
                        headers,
                        request.body(),
                        request.peer(),
                        request.secure());
        return asMissing(look.apply(new Ask(plain, PAGE, PAGE_NAME, 1)));
    }

    private FileAnswer asMissing(FileAnswer page) {
        return switch (page) {
            case Ready(var response) when response.status() == 200 -> asMissing(response);
            case NeedsIo needsIo -> new NeedsIo(() -> asMissing(needsIo.settled()));
            case Ready _, Missing _ -> Missing.INSTANCE;
        };
    }

    /** A page kept in memory is the same response each time, and so is this. */
    private FileAnswer asMissing(Response found) {
        Page page = lastPage;
        if (page != null && page.from.equals(found)) {
            return page.answer;
        }
        HeaderBlock headers =
                found.headers().toBuilder()
                        .remove("ETag")
                        .remove("Last-Modified")
                        .set("Cache-Control", "no-cache")
                        .build();
        FileAnswer answer = new Ready(new Response(404, headers, found.body()));
        lastPage = new Page(found, answer);
        return answer;
    }

    private static RequestTarget.Path target(String path) {
        return new RequestTarget.Path(path, path, path, false, null, false, null);
    }
}
