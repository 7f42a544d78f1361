// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.files;

import dev.zephyr.server.files.FileAnswer.Missing;
import dev.zephyr.server.files.FileAnswer.NeedsIo;
import dev.zephyr.server.files.FileAnswer.Ready;
import dev.zephyr.server.http.Body;
import dev.zephyr.server.http.HeaderBlock;
import dev.zephyr.server.http.Request;
import dev.zephyr.server.http.RequestTarget;
import dev.zephyr.server.http.Response;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The names in a folder without an index, if the configuration wants them shown. Thread-safe. */
final class DirectoryListing {

    /** More names than a person reads; the rest is left out, and the listing says so. */
    static final int NAMES_MAX = 10_000;

    private static final Comparator<Item> ORDER =
            Comparator.comparing((Item item) -> !item.folder).thenComparing(Item::name);

    private final Path root;
    private final boolean shown;

    DirectoryListing(FilesConfig config) {
        this.root = config.root();
        this.shown = config.layout().listing();
    }

    /**
     * A folder or a regular file.
     *
     * @param size in bytes
     * @param modified to the second, as {@code 2026-11-01T12:00:00Z}
     */
    private record Item(String name, boolean folder, long size, String modified) {}

    /** The listing, in HTML or JSON as the client prefers. */
    FileAnswer answer(Request request, RequestTarget.Path target) {
        SafePath path = shown ? SafePath.of(target) : null;
        return path == null ? Missing.INSTANCE : new NeedsIo(() -> read(request, target, path));
    }

    private FileAnswer read(Request request, RequestTarget.Path target, SafePath path) {
        if (!target.trailingSlash() && !path.relative().isEmpty()) {
            return isFolder(path) ? new Ready(PathRules.withSlash(target)) : Missing.INSTANCE;
        }
        try {
            List<Item> items = items(path);
            return items == null ? Missing.INSTANCE : new Ready(listing(request, path, items));
        } catch (NotDirectoryException e) {
            return Missing.INSTANCE;
        } catch (DirectoryIteratorException e) {
            return Failure.answer(path.relative(), new IOException(e));
        } catch (IOException e) {
            return Failure.answer(path.relative(), e);
        }
    }

    private boolean isFolder(SafePath path) {
        return Files.isDirectory(root.resolve(path.relative()), LinkOption.NOFOLLOW_LINKS);
    }

    /** Null if a link leads out of the root. */
    private @Nullable List<Item> items(SafePath path) throws IOException {
        Path folder = root.resolve(path.relative()).toRealPath();
        if (!folder.startsWith(root.toRealPath())) {
            return null;
        }
        List<Item> items = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                Item item = item(entry);
                if (item != null) {
                    items.add(item);
                }
                if (items.size() == NAMES_MAX) {
                    break;
                }
            }
        }
        items.sort(ORDER);
        return items;
    }

    private static @Nullable Item item(Path entry) throws IOException {
        String name = entry.getFileName().toString();
        if (!SafePath.isServable(name)) {
            return null;
        }
        BasicFileAttributes attributes =
                Files.readAttributes(entry, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isDirectory() && !attributes.isRegularFile()) {
            return null;
        }
        long seconds = attributes.lastModifiedTime().toInstant().getEpochSecond();
        String modified = Instant.ofEpochSecond(seconds).toString();
        return new Item(name, attributes.isDirectory(), attributes.size(), modified);
    }

    private static Response listing(Request request, SafePath path, List<Item> items) {
        String accept = request.headers().combined("accept");
        boolean json = accept != null && accept.contains("application/json");
        HeaderBlock headers =
                HeaderBlock.of(
                        "Content-Type",
                        json ? "application/json" : "text/html; charset=utf-8",
                        "Cache-Control",
                        "no-cache",
                        "Vary",
                        "Accept",
                        "X-Content-Type-Options",
                        "nosniff");
        String text = json ? json(items) : html(path, items);
        return new Response(200, headers, new Body.Bytes(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static String html(SafePath path, List<Item> items) {
        String title = escape("/" + path.relative());
        StringBuilder html = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\">\n<head>");
        html.append("<meta charset=\"utf-8\"><title>").append(title).append("</title></head>\n");
        html.append("<body>\n<h1>").append(title).append("</h1>\n<ul>\n");
        if (!path.relative().isEmpty()) {
            html.append("<li><a href=\"../\">../</a></li>\n");
        }
        for (Item item : items) {
            String name = item.folder ? item.name + "/" : item.name;
            // The dot keeps a colon in a name from being read as a scheme.
            html.append("<li><a href=\"./").append(escape(PathRules.encode(name))).append("\">");
            html.append(escape(name)).append("</a></li>\n");
        }
        if (items.size() == NAMES_MAX) {
            html.append("<li>and more</li>\n");
        }
        return html.append("</ul>\n</body>\n</html>\n").toString();
    }

    private static String json(List<Item> items) {
        StringBuilder json = new StringBuilder("[");
        for (Item item : items) {
            json.append(json.length() == 1 ? "\n" : ",\n").append("{\"name\":\"");
            quote(json, item.name);
            json.append("\",\"type\":\"").append(item.folder ? "directory" : "file");
            json.append("\",\"modified\":\"").append(item.modified).append('"');
            if (!item.folder) {
                json.append(",\"size\":").append(item.size);
            }
            json.append('}');
        }
        return json.append("\n]\n").toString();
    }

    private static void quote(StringBuilder json, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else {
                json.append(c);
            }
        }
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
