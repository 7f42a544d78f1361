// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Waits for Ctrl-C or a request to terminate; the second ends the process at once. Thread-safe.
 *
 * <p>A shutdown hook can do neither: the process would end with the signal's exit code, and the JVM
 * ignores further signals while hooks run. The JDK's only interface for signals is {@code
 * sun.misc.Signal}, in the supported module {@code jdk.unsupported}; javac warns of it in a way
 * that can't be suppressed, so it is used by reflection, on a thread of its own while the server
 * starts.
 */
final class StopSignals implements InvocationHandler, Serve.Stop {

    private static final List<String> NAMES = List.of("INT", "TERM");

    /** Shells report a process that a signal ended with this and the signal's number. */
    private static final int SIGNALED = 128;

    private final CountDownLatch asked = new CountDownLatch(1);

    private final Thread installer = new Thread(this::install, "signals");

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
    public void awaitRequest() {
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
            for (String name : NAMES) {
                handle.invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
            }
        } catch (ReflectiveOperationException e) {
            System.getLogger("dev.zephyr.cli")
                    .log(System.Logger.Level.WARNING, "signals end the process at once", e);
        }
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] args)
            throws ReflectiveOperationException {
        if (args != null && method.getName().equals("handle")) {
            if (asked.getCount() == 0) {
                int number = (int) args[0].getClass().getMethod("getNumber").invoke(args[0]);
                Runtime.getRuntime().halt(SIGNALED + number);
            }
            asked.countDown();
        }
        return null;
    }
}
