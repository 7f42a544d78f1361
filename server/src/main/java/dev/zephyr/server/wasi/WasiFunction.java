// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.io.IOException;
import java.util.List;

/**
 * One host function of a module that guests import: its type and what it does. Thread-safe; a call
 * belongs to the thread of its process.
 */
public final class WasiFunction {

    /** What a function does; what it throws becomes an error number. */
    @FunctionalInterface
    interface Body {
        long call(WasiProcess process, GuestBytes memory, long[] arguments) throws IOException;
    }

    private final String name;
    private final List<ValueKind> parameters;
    private final List<ValueKind> results;
    private final Body body;

    private WasiFunction(
            String name, List<ValueKind> parameters, List<ValueKind> results, Body body) {
        this.name = name;
        this.parameters = parameters;
        this.results = results;
        this.body = body;
    }

    /**
     * A function that answers an error number.
     *
     * @param signature its parameters: {@code i} for 32 bits, {@code l} for 64
     */
    static WasiFunction of(String name, String signature, Body body) {
        return new WasiFunction(name, kinds(signature), List.of(ValueKind.I32), body);
    }

    /** One that touches the host's files, which needs stack: see {@link StackReserve}. */
    static WasiFunction onFiles(String name, String signature, Body body) {
        return of(
                name,
                signature,
                (process, memory, in) -> {
                    StackReserve.require();
                    return body.call(process, memory, in);
                });
    }

    /** {@code proc_exit}, which never comes back, so it has no result. */
    static WasiFunction exit(String name) {
        Body exit =
                (process, _, in) -> {
                    throw process.exit((int) in[0]);
                };
        return new WasiFunction(name, kinds("i"), List.of(), exit);
    }

    /** The name of the import. */
    public String name() {
        return name;
    }

    /** Kinds of the parameters, in order. */
    public List<ValueKind> parameters() {
        return parameters;
    }

    /** Kinds of the results: one {@code I32}, the error number, or none. */
    public List<ValueKind> results() {
        return results;
    }

    /**
     * Calls the function.
     *
     * @param process whose guest calls, between {@code begin} and {@code end}
     * @param memory of the guest that calls
     * @param arguments at least as many as {@link #parameters()}; only read
     * @return the error number; without meaning if there is no result
     * @throws GuestExit if the guest ends itself
     * @throws GuestInterrupted if the thread was interrupted while the function waited
     * @throws OutputLimitExceeded if the guest wrote more than it may
     */
    public long call(WasiProcess process, GuestBytes memory, long[] arguments) {
        try {
            return body.call(process, memory, arguments);
        } catch (GuestFault _) {
            return Errno.FAULT;
        } catch (IOException failure) {
            return FileErrors.errno(failure);
        }
    }

    private static List<ValueKind> kinds(String signature) {
        return signature
                .chars()
                .mapToObj(kind -> kind == 'l' ? ValueKind.I64 : ValueKind.I32)
                .toList();
    }
}
