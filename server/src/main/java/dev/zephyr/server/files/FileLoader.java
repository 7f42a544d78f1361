// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import dev.zephyr.server.http.Body;
import dev.zephyr.server.http.ContentCoding;
import dev.zephyr.server.http.EntityTag;
import dev.zephyr.server.http.HttpDate;
import dev.zephyr.server.http.Validators;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads a version of a file: its stamp is the same before and after, so what was read belongs
 * together. Thread-safe; blocks.
 */
final class FileLoader {

    /** Contents up to this size are kept at first sight: they cost less than a descriptor. */
    static final int SMALL_BYTES_MAX = 16 << 10;

    /** No common file system counts its times in longer ticks. */
    private static final Duration TICK_MAX = Duration.ofSeconds(2);

    private final FilesConfig config;
    private final TreeOpener opener;
    private final ContentTags tags = new ContentTags();
    private final MediaTypes types = MediaTypes.load();
    private final FileHeaders headers;
    private final InstantSource clock;

    FileLoader(FilesConfig config, TreeOpener opener, InstantSource clock) {
        this.config = config;
        this.opener = opener;
        this.headers = new FileHeaders(config.rules());
        this.clock = clock;
    }

    /**
     * Reads a file and its siblings.
     *
     * @param popular whether more than the smallest contents are to be kept in memory
     * @return null if the file changed meanwhile
     * @throws IOException as {@link TreeOpener#open}
     */
    @Nullable FileVersion load(Location.File location, boolean popular) throws IOException {
        Instant now = clock.instant();
        FileVersion.Origin origin = new FileVersion.Origin(location, types.of(location.name()));
        Set<ContentCoding> makeable = makeable(origin);
        boolean varies = !makeable.isEmpty() || !location.siblings().isEmpty();
        Map<ContentCoding, Variant> variants = new EnumMap<>(ContentCoding.class);
        Map<ContentCoding, FileStamp> stamps = new EnumMap<>(ContentCoding.class);
        stamps.putAll(location.siblings());
        stamps.put(ContentCoding.IDENTITY, location.stamp());
        for (var entry : stamps.entrySet()) {
            ContentCoding coding = entry.getKey();
            String relative = location.relative() + coding.fileSuffix();
            Loaded loaded = read(relative, entry.getValue(), popular);
            if (loaded == null) {
                return null;
            }
            Validators validators = new Validators(loaded.tag, lastModified(location, now));
            variants.put(
                    coding,
                    new Variant(
                            coding,
                            loaded.content,
                            validators,
                            headers.of(origin, coding, validators, varies)));
        }
        return new FileVersion(origin, variants, makeable, isSettled(stamps, now));
    }

    /** A coding made of a version that is in memory or was just read. */
    Variant coded(FileVersion version, ContentCoding coding, byte[] content) {
        Variant identity = version.identity();
        EntityTag tag = ContentTags.coded(identity.validators().entityTag(), coding.token());
        Validators validators = new Validators(tag, identity.validators().lastModified());
        return new Variant(
                coding,
                new Content.InMemory(kept(content)),
                validators,
                headers.of(version.origin(), coding, validators, true));
    }

    /**
     * The bytes of a version as it is.
     *
     * @return null if the file has changed
     */
    byte @Nullable [] bytes(FileVersion version) throws IOException {
        Location.File location = version.origin().location();
        try (FileChannel file = opener.open(location.relative())) {
            byte[] bytes = bytes(file, location.stamp());
            return bytes != null && opener.isStill(location.relative(), location.stamp())
                    ? bytes
                    : null;
        }
    }

    private record Loaded(Content content, EntityTag tag) {}

    private @Nullable Loaded read(String relative, FileStamp stamp, boolean popular)
            throws IOException {
        int keptMax =
                popular
                        ? config.cache().fileBytesMax()
                        : Math.min(SMALL_BYTES_MAX, config.cache().fileBytesMax());
        try (FileChannel file = opener.open(relative)) {
            Loaded loaded;
            if (stamp.size() <= keptMax) {
                byte[] bytes = bytes(file, stamp);
                if (bytes == null) {
                    return null;
                }
                loaded = new Loaded(new Content.InMemory(kept(bytes)), tags.of(bytes));
            } else {
                if (file.size() != stamp.size()) {
                    return null;
                }
                loaded = new Loaded(new Content.OnDisk(relative, stamp), tags.of(file, stamp));
            }
            return opener.isStill(relative, stamp) ? loaded : null;
        }
    }

    /** Null if the file does not have the size of the stamp. */
    private static byte @Nullable [] bytes(FileChannel file, FileStamp stamp) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) stamp.size());
        while (bytes.hasRemaining()) {
            if (file.read(bytes, bytes.position()) < 0) {
                return null;
            }
        }
        return file.size() == stamp.size() ? bytes.array() : null;
    }

    /** Small contents are copied behind their header anyway; others go out from where they are. */
    private static Body kept(byte[] bytes) {
        if (bytes.length <= SMALL_BYTES_MAX) {
            return new Body.Bytes(bytes);
        }
        ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
        return new Body.Direct(direct, () -> {});
    }

    private Set<ContentCoding> makeable(FileVersion.Origin origin) {
        FilesConfig.Compression compression = config.compression();
        long size = origin.location().stamp().size();
        Set<ContentCoding> makeable = EnumSet.noneOf(ContentCoding.class);
        if (origin.type().isCompressible()
                && size >= compression.bytesMin()
                && size <= compression.bytesMax()) {
            makeable.addAll(compression.onTheFly());
            makeable.removeAll(origin.location().siblings().keySet());
        }
        return makeable;
    }

    /** Never later than now (RFC 9110 section 8.8.2.1). */
    private static HttpDate lastModified(Location.File location, Instant now) {
        long seconds = Math.floorDiv(location.stamp().modifiedNanos(), 1_000_000_000L);
        return new HttpDate(Math.min(seconds, now.getEpochSecond()));
    }

    /** A time far ahead was set by a program and says nothing about the clock of the disk. */
    private static boolean isSettled(Map<ContentCoding, FileStamp> stamps, Instant now) {
        long nanos = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
        long tick = TICK_MAX.toNanos();
        return stamps.values().stream()
                .allMatch(stamp ->
                        Math.abs(stamp.modifiedNanos() - nanos) > tick
                                && Math.abs(stamp.changedNanos() - nanos) > tick);
    }
}
