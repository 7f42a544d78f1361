// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import dev.zephyr.server.files.FileAnswer.Missing;
import dev.zephyr.server.files.FileAnswer.Ready;
import dev.zephyr.server.http.Request;
import dev.zephyr.server.http.RequestTarget;
import dev.zephyr.server.http.Response;
import java.io.IOException;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * A folder served over HTTP. Thread-safe.
 *
 * <p>No method blocks; what must ask the disk is given back as {@link FileAnswer.NeedsIo}.
 */
public final class FileTree implements AutoCloseable {

    private final FilesConfig config;
    private final PathRules rules;
    private final TopLevelNames names;
    private final FileCache cache;
    private final OpenFiles openFiles;
    private final Representing representing;
    private final LastResort lastResort;

    /**
     * Serves a folder; it need not exist. Blocks while it looks at the folder once.
     *
     * @param config what is served how
     */
    public FileTree(FilesConfig config) {
        this(
                config,
                InstantSource.system(),
                System::nanoTime,
                task -> Thread.ofVirtual().name("files").start(task));
    }

    /** With the time and the threads for background checks given. */
    FileTree(FilesConfig config, InstantSource clock, LongSupplier nanoTime, Executor background) {
        this.config = config;
        this.rules = new PathRules(config.rules());
        this.names = new TopLevelNames(config, background, nanoTime);
        TreeOpener opener = new TreeOpener(config.root(), config.layout().symlinks());
        this.openFiles = new OpenFiles(opener, config.cache().openFilesMax());
        FileLoader loader = new FileLoader(config, opener, clock);
        this.cache = new FileCache(config, loader, background, nanoTime);
        CodingMaker maker = new CodingMaker(config, loader, cache);
        this.representing = new Representing(openFiles, maker, this::lookAgain, clock);
        this.lastResort = new LastResort(config, names, this::look);
    }

    /**
     * Answers a request if a file has its path.
     *
     * @param target of the request, below the prefix that the tree is served at
     */
    public FileAnswer respond(Request request, RequestTarget.Path target) {
        Response moved = rules.redirect(target);
        if (moved != null) {
            return new Ready(moved);
        }
        if (target.encodedSlash()) {
            return Missing.INSTANCE;
        }
        String path = rules.rewritten(target.path());
        return look(new Ask(request, target, path, 1));
    }

    /**
     * Answers a request that nothing else answers.
     *
     * @param target of the request, below the prefix that the tree is served at
     */
    public FileAnswer notFound(Request request, RequestTarget.Path target) {
        return lastResort.answer(request, target);
    }

    /** Gives the descriptors back; answers that are on their way still finish. */
    @Override
    public void close() {
        openFiles.close();
    }

    private FileAnswer look(Ask ask) {
        Entry entry = cache.known(ask.key());
        if (entry != null) {
            return answer(ask, entry);
        }
        SafePath path = ask.safePath();
        if (path == null || names.exclude(path)) {
            return Missing.INSTANCE;
        }
        return new FileAnswer.NeedsIo(() -> lookOnDisk(ask, path));
    }

    private FileAnswer lookOnDisk(Ask ask, SafePath path) {
        try {
            return names.excludeNow(path)
                    ? Missing.INSTANCE
                    : answer(ask, cache.load(path)).settled();
        } catch (IOException e) {
            return Failure.answer(path.relative(), e);
        }
    }

    /** For a file that changed while it was being answered with. */
    private FileAnswer lookAgain(Ask ask) {
        SafePath path = ask.safePath();
        if (path == null) {
            return Missing.INSTANCE;
        }
        cache.forget(path);
        return lookOnDisk(ask, path);
    }

    private FileAnswer answer(Ask ask, Entry entry) {
        return switch (entry) {
            case Entry.Found(var version) when redirects(ask, version) ->
                    new Ready(PathRules.withSlash(ask.target()));
            case Entry.Found(var version) -> representing.answer(ask, version);
            case Entry.NoFile(Location.Forbidden _) -> Failure.FORBIDDEN;
            case Entry.NoFile _ -> Missing.INSTANCE;
        };
    }

    private boolean redirects(Ask ask, FileVersion version) {
        return config.layout().slashRedirect()
                && version.origin().location().viaFolder()
                && !ask.target().trailingSlash()
                && !ask.path().equals("/");
    }
}
