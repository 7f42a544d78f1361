// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import dev.zephyr.server.worker.split.FunctionSplitter;
import dev.zephyr.server.worker.split.Split;
import dev.zephyr.server.worker.split.Threshold;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import run.endive.wasm.Parser;
import run.endive.wasm.WasmModule;

/**
 * Brings modules from their files to code that runs, on threads of its own: read, look up in the
 * cache, else parse, check, compile and store; then link. Equal files are compiled once. Nothing in
 * a file makes it throw: the outcome is a {@link ModuleState}. Thread-safe.
 */
final class ModuleLoader implements AutoCloseable {

    /** More would not be faster: the first modules wait for the JIT to warm up the compiler. */
    static final int THREADS_MAX = 4;

    private static final System.Logger LOG = System.getLogger("dev.zephyr.worker");

    private final Map<String, GuestModule> modules = new ConcurrentHashMap<>();
    private final Optional<CodeCache> cache;
    private final List<HostModule> offered;
    private final ExecutorService threads;

    /**
     * A loader without modules.
     *
     * @param cache of compiled code; empty: everything is compiled
     * @param offered host functions that modules may import
     */
    ModuleLoader(Optional<CodeCache> cache, List<HostModule> offered) {
        this.cache = cache;
        this.offered = List.copyOf(offered);
        int count = Math.min(THREADS_MAX, Runtime.getRuntime().availableProcessors());
        var factory = Thread.ofPlatform().daemon().name("wws-compile-", 0).factory();
        threads = Executors.newFixedThreadPool(count, factory);
    }

    /** Starts loading; completes when the file was read. */
    CompletableFuture<GuestModule> load(Path path) {
        var found = new CompletableFuture<GuestModule>();
        threads.execute(() -> load(path, found));
        return found;
    }

    private void load(Path path, CompletableFuture<GuestModule> found) {
        ModuleFile file;
        try {
            file = ModuleFile.read(path);
        } catch (ModuleRefused refused) {
            found.complete(GuestModule.unusable(refused.reason()));
            return;
        }
        var created = new GuestModule();
        var known = modules.putIfAbsent(file.digest(), created);
        found.complete(known == null ? created : known);
        if (known == null) {
            created.settle(prepare(created, file));
        }
    }

    private ModuleState prepare(GuestModule module, ModuleFile file) {
        try {
            var stored = cache.flatMap(directory -> fromCache(directory, file.digest()));
            return stored.isPresent() ? stored.get() : build(module, file);
        } catch (ModuleRefused refused) {
            return new ModuleState.Unusable(refused.reason());
        } catch (OutOfMemoryError _) {
            return new ModuleState.Unusable("too large for the heap (-Xmx)");
        } catch (RuntimeException | StackOverflowError invalid) {
            // The engine's parser meets some malformed modules with exceptions of the JDK.
            return new ModuleState.Unusable("not valid: " + invalid.getMessage());
        }
    }

    private Optional<ModuleState> fromCache(CodeCache directory, String digest) {
        return directory.read(digest).flatMap(code -> linked(code, true));
    }

    private ModuleState build(GuestModule module, ModuleFile file) {
        WasmModule parsed = Parser.parse(file.wasm());
        var traits = ModuleTraits.of(parsed);
        var interpreted = RunnableModule.interpreted(parsed, traits, offered);
        module.interpret(interpreted);
        return compiled(file, parsed, traits)
                .flatMap(code -> cut(file, code).or(() -> kept(file, code)))
                .orElseGet(() -> new ModuleState.Interpreted(interpreted));
    }

    private static Optional<ModuleCode> compiled(
            ModuleFile file, WasmModule parsed, ModuleTraits traits) {
        try {
            return Optional.of(ModuleCompiler.compile(file, parsed, traits));
        } catch (RuntimeException | StackOverflowError failure) {
            LOG.log(Level.WARNING, "compiler failed; the module is interpreted", failure);
            return Optional.empty();
        }
    }

    /**
     * The module with its large functions cut, if some were too large to be compiled and fewer are
     * then. Modules without such functions, which is every release build, stay as they are.
     */
    private Optional<ModuleState> cut(ModuleFile file, ModuleCode whole) {
        int tooLarge = whole.summary().interpreted().size();
        if (tooLarge == 0) {
            return Optional.empty();
        }
        Split split = FunctionSplitter.split(file.wasm(), Threshold.DEFAULT);
        if (!(split instanceof Split.Done(byte[] smaller, var report))
                || report.split().isEmpty()) {
            return Optional.empty();
        }
        WasmModule parsed = Parser.parse(smaller);
        return compiled(new ModuleFile(smaller, file.digest()), parsed, ModuleTraits.of(parsed))
                .filter(code -> code.summary().interpreted().size() < tooLarge)
                .flatMap(code -> kept(file, code));
    }

    private Optional<ModuleState> kept(ModuleFile file, ModuleCode code) {
        Optional<ModuleState> state = linked(code, false);
        if (state.isPresent()) {
            cache.ifPresent(directory -> directory.write(file.digest(), code));
        }
        return state;
    }

    private Optional<ModuleState> linked(ModuleCode code, boolean cached) {
        try {
            var runnable = CodeLinker.link(code, offered);
            return Optional.of(new ModuleState.Compiled(runnable, code.summary(), cached));
        } catch (LinkageError damaged) {
            LOG.log(Level.WARNING, "compiled code can't be linked", damaged);
            return Optional.empty();
        }
    }

    /** Starts no other compilation; those that run end by themselves, as nothing stops them. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
