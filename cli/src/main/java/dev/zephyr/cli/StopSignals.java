// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Waits for Ctrl-C or a request to terminate; the second ends the process at once. A hang-up only
 * has the logs opened again, as people expect of a server. Thread-safe.
 *
 * <p>A shutdown hook can do neither: the process would end with the signal's exit code, and the JVM
 * ignores further signals while hooks run. The JDK's only interface for signals is {@code
 * sun.misc.Signal}, in the supported module {@code jdk.unsupported}; javac warns of it in a way
 * that can't be suppressed, so it is used by reflection, on a thread of its own while the server
 * starts.
 */
final class StopSignals implements InvocationHandler, Serve.Stop {

    private static final String HANG_UP = "HUP";
    private static final List<String> STOPPING = List.of("INT", "TERM");

    /** Shells report a process that a signal ended with this and the signal's number. */
    private static final int SIGNALED = 128;

    private final CountDownLatch asked = new CountDownLatch(1);
    private final Thread installer = new Thread(this::install, "signals");

    /** Set when the server runs; before that there is nothing to reopen. */
    private volatile Runnable onHangUp = () -> {};

    private StopSignals() {}

    /** Starts listening to signals. */
    static StopSignals listen() {
        StopSignals signals = new StopSignals();
        signals.installer.start();
        return signals;
    }

    @Override
    public void awaitReady() {
        try {
            installer.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void awaitRequest(Runnable action) {
        onHangUp = action;
        try {
            asked.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void install() {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object proxy =
                    Proxy.newProxyInstance(
                            handler.getClassLoader(), new Class<?>[] {handler}, this);
            Method handle = signal.getMethod("handle", signal, handler);
            for (String name : names()) {
                handle.invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
            }
        } catch (ReflectiveOperationException e) {
            System.getLogger("dev.zephyr.cli")
                    .log(System.Logger.Level.WARNING, "signals end the process at once", e);
        }
    }

    /** Windows has no SIGHUP. */
    private static List<String> names() {
        boolean windows = System.getProperty("os.name", "").startsWith("Windows");
        return windows ? STOPPING : Stream.concat(STOPPING.stream(), Stream.of(HANG_UP)).toList();
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] args)
            throws ReflectiveOperationException {
        if (args != null && method.getName().equals("handle")) {
            if (HANG_UP.equals(args[0].getClass().getMethod("getName").invoke(args[0]))) {
                onHangUp.run();
                return null;
            }
            if (asked.getCount() == 0) {
                int number = (int) args[0].getClass().getMethod("getNumber").invoke(args[0]);
                Runtime.getRuntime().halt(SIGNALED + number);
            }
            asked.countDown();
        }
        return null;
    }
}
