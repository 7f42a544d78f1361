// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server;

import dev.zephyr.server.SiteLoader.Found;
import dev.zephyr.server.config.Problem;
import dev.zephyr.server.config.ServerConfig;
import dev.zephyr.server.config.WorkerConfig;
import dev.zephyr.server.files.FileTree;
import dev.zephyr.server.kv.Stores;
import dev.zephyr.server.kv.Transactor;
import dev.zephyr.server.kv.TransactorLimits;
import dev.zephyr.server.observe.InfoPage;
import dev.zephyr.server.observe.MetricsPage;
import dev.zephyr.server.observe.Observation;
import dev.zephyr.server.observe.Observation.Watched;
import dev.zephyr.server.route.Route;
import dev.zephyr.server.route.Router;
import dev.zephyr.server.transport.ConnectionObserver;
import dev.zephyr.server.transport.Listener;
import dev.zephyr.server.transport.ListenerConfig;
import dev.zephyr.server.worker.Workers;
import dev.zephyr.spi.KeyValueStore;
import dev.zephyr.spi.KeyValueStoreException;
import dev.zephyr.spi.StoreOptions;
import dev.zephyr.spi.StoreUrl;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Puts a server together, part by part. Confined to the thread that starts it. */
final class Assembly {

    private static final String IN_MEMORY = "memory:";
    private static final String OWN_STORE = ".wws/kv";

    /** From the manifest of the jar; a build that is run from classes has none. */
    private static final String VERSION =
            Optional.ofNullable(Assembly.class.getPackage().getImplementationVersion())
                    .orElse("unknown");

    private final ServerConfig config;
    private final StartListener progress;
    private final OpenParts parts;

    /** Known when the port is open, which is before the first request asks for it. */
    private final AtomicReference<String> authority = new AtomicReference<>("");

    Assembly(ServerConfig config, StartListener progress, OpenParts parts) {
        this.config = config;
        this.progress = progress;
        this.parts = parts;
    }

    /**
     * What is ready to be served.
     *
     * @param observation watches it
     * @param admin answers operators
     */
    record Assembled(Site site, Observation observation, AdminHandler admin) {}

    /** Searches the folder and loads what it finds. */
    Assembled site() throws StartException {
        progress.routesLoading(config.root());
        Found found = SiteLoader.load(config, System.getenv());
        found.problems().forEach(problem -> progress.projectWarning(problem.toString()));
        refuseIfStrict(found.problems());
        checkMachine(found);
        progress.workersLoading(found.routes().inOrder().size());
        long start = System.nanoTime();
        KeyValueStore store = parts.add(store(found));
        Transactor transactor = new Transactor(store, TransactorLimits.DEFAULT);
        Watched watched = watched(found);
        Observation observation = parts.add(observation(watched));
        Workers workers =
                parts.add(Workers.start(config, transactor, authority::get, observation.workers()));
        Map<Route, RouteTarget> targets = new HashMap<>();
        for (Route route : found.routes().inOrder()) {
            WorkerConfig settings = found.workers().get(route);
            targets.put(route, target(targets.size(), route, settings, workers));
        }
        FileTree files = parts.add(new FileTree(PartSettings.files(config)));
        progress.workersLoaded(Duration.ofNanos(System.nanoTime() - start));
        Router router = new Router(found.prefix(), found.routes());
        Site site =
                new Site(
                        found.prefix(),
                        found.routes().inOrder(),
                        router,
                        targets,
                        files,
                        store::trouble);
        MetricsPage metrics = observation.page(transactor::stats, workers::queued, VERSION);
        InfoPage info = new InfoPage(config, watched, VERSION);
        return new Assembled(site, observation, new AdminHandler(site::notReady, metrics, info));
    }

    private Observation observation(Watched watched) throws StartException {
        try {
            return Observation.start(config, watched);
        } catch (IOException e) {
            throw new StartException(
                    "--access-log: "
                            + config.logging().accessLog()
                            + ": can't be written (expected: stderr, stdout, off or a file)",
                    e);
        }
    }

    private Watched watched(Found found) {
        List<String> routes = found.routes().inOrder().stream().map(Route::path).toList();
        return new Watched(loops(), Workers.threads(config), routes);
    }

    private void refuseIfStrict(List<Problem> problems) throws StartException {
        if (config.site().strict() && !problems.isEmpty()) {
            throw new StartException(
                    "--strict: " + problems.size() + " problems in the folder, see above");
        }
    }

    private void checkMachine(Found found) throws StartException {
        long largest =
                found.workers().values().stream()
                        .mapToLong(worker -> worker.limits().memoryBytesMax())
                        .max()
                        .orElse(0);
        Optional<String> problem = Workers.heapProblem(config, largest);
        if (problem.isPresent()) {
            throw new StartException(problem.get());
        }
        List<String> flags = Workers.missingJvmFlags();
        if (!flags.isEmpty()) {
            progress.projectWarning(
                    "workers run slowly: the JVM was started without " + String.join(" ", flags));
        }
    }

    private static RouteTarget target(
            int number, Route route, @Nullable WorkerConfig settings, Workers workers) {
        return settings == null
                ? new RouteTarget.Broken(Workers.brokenConfiguration(route.path()))
                : new RouteTarget.Runs(workers.load(number, route.path(), route.file(), settings));
    }

    /**
     * The store that was asked for, or the folder's own. A folder that can't be written to is
     * served all the same, with data that end with the process.
     */
    private KeyValueStore store(Found found) throws StartException {
        Optional<String> chosen = config.workers().keyValueUrl();
        if (chosen.isPresent()) {
            return open(chosen.get());
        }
        boolean used = found.workers().values().stream().anyMatch(w -> w.keyValue().isPresent());
        if (!used) {
            return open(IN_MEMORY);
        }
        Path folder = config.root().resolve(OWN_STORE).toAbsolutePath();
        if (isWritable(folder)) {
            return open("file:" + folder);
        }
        progress.projectWarning(
                "key/value data are kept in memory only: can't write to "
                        + folder
                        + " (give them a place with --kv file:FOLDER)");
        return open(IN_MEMORY);
    }

    private static KeyValueStore open(String url) throws StartException {
        try {
            return Stores.open(StoreUrl.parse(url), StoreOptions.defaults());
        } catch (IllegalArgumentException | KeyValueStoreException e) {
            throw new StartException("--kv: " + e.getMessage(), e);
        }
    }

    /** Looks at the folder, or at the nearest one above that exists. */
    private static boolean isWritable(Path folder) {
        Path existing = folder;
        while (existing != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        return existing != null && Files.isWritable(existing);
    }

    /** Opens the port. */
    Listener listen(Assembled assembled) {
        ServerConfig.Network network = config.network();
        ListenerConfig listening =
                ListenerConfig.of(network.host(), network.port())
                        .withLoops(loops())
                        .withLimits(PartSettings.transport(network.limits()));
        CrossOrigin crossOrigin = CrossOrigin.of(config.site().corsOrigins());
        Listener listener =
                Listener.start(
                        listening,
                        new RequestHandler(assembled.site(), crossOrigin),
                        assembled.observation().connections());
        authority.set(network.host() + ":" + listener.address().getPort());
        return listener;
    }

    /** Half the processors: the other half runs guests, and a loop serves many connections. */
    private int loops() {
        int chosen = config.network().eventLoops();
        return chosen > 0 ? chosen : Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    }

    /** Opens the second port, if there shall be one. */
    Optional<Listener> listenForOperators(AdminHandler handler) {
        return config.network()
                .admin()
                .map(admin ->
                        Listener.start(
                                ListenerConfig.of(admin.host(), admin.port()),
                                handler,
                                ConnectionObserver.NONE));
    }

    /** Tells what is served and where. */
    void announce(Site site, InetSocketAddress address) {
        site.routes().forEach(route -> progress.route(route.path(), route.file()));
        progress.serving(address);
    }
}
