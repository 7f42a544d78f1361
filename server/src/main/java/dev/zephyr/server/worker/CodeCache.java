// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.InstantSource;
import java.util.Optional;
import run.endive.wasm.Version;

/**
 * Compiled code on the disk, one file for each module, engine and JDK. A file is complete or not
 * there; one that was damaged counts as not there, and the next write replaces it. The directory is
 * readable for its owner only, because whoever writes there decides what the server executes.
 * Several processes may use one directory. Thread-safe.
 */
final class CodeCache {

    /** About a thousand workers; the files that were not used for longest go first. */
    static final long BYTES_MAX = 256L << 20;

    private static final System.Logger LOG = System.getLogger("dev.zephyr.worker");

    private static final String SUFFIX = ".code";

    /** Whatever changes the compiled code of a module, besides the module. */
    private static final String ENVIRONMENT =
            Sha256.hex(
                            "%s patch %d jdk %s"
                                    .formatted(
                                            Version.version(),
                                            ModuleCompiler.VERSION,
                                            Runtime.version())
                                    .getBytes(UTF_8))
                    .substring(0, 16);

    private final Path directory;
    private final InstantSource clock;
    private final long bytesMax;

    private CodeCache(Path directory, InstantSource clock, long bytesMax) {
        this.directory = directory;
        this.clock = clock;
        this.bytesMax = bytesMax;
    }

    /**
     * Opens or makes a directory.
     *
     * @return empty if it can't be used safely, which is logged; then everything is compiled
     */
    static Optional<CodeCache> open(Path directory, InstantSource clock, long bytesMax) {
        try {
            PrivateDirectory.prepare(directory);
            return Optional.of(new CodeCache(directory, clock, bytesMax));
        } catch (IOException failure) {
            LOG.log(
                    Level.WARNING,
                    "cache-dir: {0}: {1} (expected: a directory of yours); compiling without cache",
                    directory,
                    failure.getMessage());
            return Optional.empty();
        }
    }

    /** The code of a module, if it is there and sound. */
    Optional<ModuleCode> read(String digest) {
        Path file = file(digest);
        try {
            var code = ModuleCodeFormat.decode(Files.readAllBytes(file));
            Files.setLastModifiedTime(file, FileTime.from(clock.instant()));
            return Optional.of(code);
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IOException failure) {
            LOG.log(Level.INFO, "cache: {0}: {1}; compiled anew", file, failure.getMessage());
            return Optional.empty();
        }
    }

    /** Keeps the code of a module; failing to do so costs time only, so it is logged. */
    void write(String digest, ModuleCode code) {
        try {
            Path temporary = Files.createTempFile(directory, digest, ".tmp");
            try {
                Files.write(temporary, ModuleCodeFormat.encode(code));
                Files.setLastModifiedTime(temporary, FileTime.from(clock.instant()));
                Files.move(temporary, file(digest), StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(temporary);
            }
            CacheEviction.shrink(directory, bytesMax, clock);
        } catch (IOException failure) {
            LOG.log(Level.WARNING, "cache: {0}: {1}", directory, failure.getMessage());
        }
    }

    private Path file(String digest) {
        return directory.resolve(digest + "-" + ENVIRONMENT + SUFFIX);
    }
}
