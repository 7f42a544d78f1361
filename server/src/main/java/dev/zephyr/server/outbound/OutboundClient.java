// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.outbound;

import dev.zephyr.server.outbound.Outcome.Failed;
import dev.zephyr.server.wasi.GuestInterrupted;
import java.lang.System.Logger.Level;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * Carries workers' requests. A request runs on a virtual thread of its own; the guest's thread only
 * waits for it, so that it can be interrupted at any time, even while a name is looked up.
 * Thread-safe.
 */
public final class OutboundClient {

    private static final System.Logger LOG = System.getLogger("dev.zephyr.outbound");

    private final Settings settings;

    /**
     * What every hop needs.
     *
     * @param trust whom certificates must come from
     * @param executor of the JDK's client, a virtual thread for each task
     */
    record Settings(
            OutboundLimits limits,
            Resolver resolver,
            List<TrustManager> trust,
            Executor executor) {}

    /** A client that looks names up as the system does and trusts whom the JVM trusts. */
    public OutboundClient(OutboundLimits limits) {
        this(limits, Resolver.SYSTEM, systemTrust());
    }

    OutboundClient(OutboundLimits limits, Resolver resolver, List<TrustManager> trust) {
        Executor executor = task -> Thread.ofVirtual().name("outbound").start(task);
        this.settings = new Settings(limits, resolver, trust, executor);
    }

    static List<TrustManager> systemTrust() {
        try {
            var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init((KeyStore) null);
            return List.of(trust.getTrustManagers());
        } catch (GeneralSecurityException failure) {
            throw new IllegalStateException("TLS: not available in this JVM", failure);
        }
    }

    OutboundLimits limits() {
        return settings.limits();
    }

    /**
     * Sends a request and waits for its outcome.
     *
     * @throws GuestInterrupted if the thread is interrupted; the request is given up
     */
    Outcome send(OutboundPolicy policy, OutboundRequest request) {
        var task = new FutureTask<>(() -> new Journey(policy, settings).send(request));
        settings.executor().execute(task);
        try {
            return task.get(limits().totalTimeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            return new Failed(OutboundError.TIMEOUT, "The request took too long");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new GuestInterrupted();
        } catch (ExecutionException failure) {
            LOG.log(Level.WARNING, "a worker's request failed", failure.getCause());
            return new Failed(
                    OutboundError.INTERNAL_ERROR,
                    "There was an error processing the request on the host side.");
        } finally {
            task.cancel(true);
        }
    }
}
