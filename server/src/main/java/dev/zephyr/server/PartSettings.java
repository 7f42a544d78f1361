// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server;

import dev.zephyr.server.config.FileSettings;
import dev.zephyr.server.config.ServerConfig;
import dev.zephyr.server.config.ServerConfig.ConnectionLimits;
import dev.zephyr.server.files.FileRules;
import dev.zephyr.server.files.FilesConfig;
import dev.zephyr.server.files.PathPattern;
import dev.zephyr.server.http.ContentCoding;
import dev.zephyr.server.transport.TransportLimits;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * From what people configure to what each part is set up with. The parts know their own settings
 * only, so that each can be used and tested alone. Thread-safe.
 */
final class PartSettings {

    private static final String ASSETS = "public";

    private PartSettings() {}

    static TransportLimits transport(ConnectionLimits limits) {
        TransportLimits defaults = TransportLimits.DEFAULT;
        return new TransportLimits(
                limits.requestLineBytesMax(),
                limits.fieldBytesMax(),
                limits.fieldCountMax(),
                limits.headTime(),
                limits.bodyTime(),
                limits.bodyRateMin(),
                limits.bodyBytesInFlightMax(),
                defaults.chunkOverheadBytesMax(),
                limits.idleTime(),
                limits.writeStallTime(),
                defaults.answerBytesHeldMax(),
                limits.connectionsMax(),
                limits.pipelineBytesMax(),
                defaults.drainBytesMax(),
                defaults.lingerTime());
    }

    static FilesConfig files(ServerConfig config) {
        FileSettings settings = config.files();
        return new FilesConfig(
                config.root().resolve(ASSETS),
                layout(settings.layout()),
                rules(settings.rules()),
                compression(settings.compression()),
                cache(settings.cache()));
    }

    private static FilesConfig.Layout layout(FileSettings.Layout layout) {
        return new FilesConfig.Layout(
                layout.indexNames(),
                layout.fallback(),
                layout.cleanUrls(),
                layout.directoryRedirect(),
                layout.listing(),
                switch (layout.symlinks()) {
                    case REFUSE -> FilesConfig.Symlinks.REFUSE;
                    case INSIDE -> FilesConfig.Symlinks.INSIDE;
                    case ALLOW -> FilesConfig.Symlinks.ALLOW;
                });
    }

    private static FileRules rules(FileSettings.Rules rules) {
        return new FileRules(
                rules.caching().stream()
                        .map(r -> new FileRules.CacheRule(PathPattern.of(r.pattern()), r.value()))
                        .toList(),
                rules.headers().stream()
                        .map(r ->
                                new FileRules.HeaderRule(
                                        PathPattern.of(r.pattern()), r.name(), r.value()))
                        .toList(),
                rules.redirects().stream()
                        .map(r ->
                                new FileRules.Redirect(
                                        PathPattern.of(r.pattern()), r.location(), r.status()))
                        .toList(),
                rules.rewrites().stream()
                        .map(r -> new FileRules.Rewrite(PathPattern.of(r.pattern()), r.path()))
                        .toList(),
                rules.contentDisposition());
    }

    private static FilesConfig.Compression compression(FileSettings.Compression compression) {
        return new FilesConfig.Compression(
                compression.precompressed(),
                compression.onTheFly().stream()
                        .map(name -> ContentCoding.valueOf(name.toUpperCase(Locale.ROOT)))
                        .collect(Collectors.toUnmodifiableSet()),
                compression.bytesMin(),
                compression.bytesMax(),
                FilesConfig.Compression.DEFAULT.parallelMax());
    }

    private static FilesConfig.Cache cache(FileSettings.Cache cache) {
        return new FilesConfig.Cache(
                cache.bytesMax(), cache.fileBytesMax(), cache.openFilesMax(), cache.staleMax());
    }
}
