// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli.kv;

import dev.zephyr.server.kv.Stores;
import dev.zephyr.spi.KeyValueStore;
import dev.zephyr.spi.KeyValueStoreException;
import dev.zephyr.spi.StoreOptions;
import dev.zephyr.spi.StoreUrl;
import java.io.InputStream;
import java.io.PrintStream;

/** Answers requests of people to a store. Confined to the main thread. */
public final class KvCommand {

    private static final String NOTHING_TO_SEE =
            "memory: what it holds is in the server's process only (expected: file:FOLDER,"
                    + " postgresql://… or redis://…)";

    private final InputStream in;
    private final PrintStream out;
    private final StoreOptions options;

    /**
     * @param in what is imported
     * @param out where results are written, as UTF-8
     */
    public KvCommand(InputStream in, PrintStream out, StoreOptions options) {
        this.in = in;
        this.out = out;
        this.options = options;
    }

    /** Does it, and closes the store. A failure of the store is an outcome too. */
    public KvOutcome run(StoreUrl url, KvRequest request) {
        if (url.scheme().equals("memory")) {
            return new KvOutcome.Failed(NOTHING_TO_SEE);
        }
        StoreUrl access = request.verb().writes() ? url : toRead(url);
        try (KeyValueStore store = Stores.open(access, options)) {
            return run(store, request);
        } catch (KeyValueStoreException e) {
            return new KvOutcome.Failed(String.valueOf(e.getMessage()));
        }
    }

    /** A folder's store is read beside the server that holds it. */
    private static StoreUrl toRead(StoreUrl url) {
        if (!url.scheme().equals("file") || url.parameters().containsKey("mode")) {
            return url;
        }
        String separator = url.text().contains("?") ? "&" : "?";
        return StoreUrl.parse(url.text() + separator + "mode=ro");
    }

    private KvOutcome run(KeyValueStore store, KvRequest request) {
        Reading reading = new Reading(store, out);
        Writing writing = new Writing(store);
        String namespace = request.namespace().orElse("");
        return switch (request.verb()) {
            case LIST ->
                    request.namespace().isPresent()
                            ? reading.printKeys(namespace)
                            : reading.printNamespaces();
            case GET -> reading.printValue(namespace, request.key());
            case SET -> writing.set(namespace, request.key(), request.value());
            case DELETE -> writing.delete(namespace, request.key());
            case EXPORT -> reading.export(request.namespace());
            case IMPORT -> new Importing(writing, request.namespace()).run(in);
            case STATS -> reading.printSizes(request.namespace());
        };
    }
}
