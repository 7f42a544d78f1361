// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import java.util.random.RandomGenerator;

/**
 * The state that WASI keeps for one run of a guest: streams, descriptors, random bytes. Each pool
 * thread has one and uses it for run after run, between {@link #begin} and {@link #end}, also after
 * a run that was stopped at any point. Confined to one worker thread.
 */
public final class WasiProcess {

    private static final int STREAMS = 3;
    private static final byte[] NO_BYTES = {};

    private final WasiClocks clocks;
    private final RandomBytes random;
    private final StandardInput input = new StandardInput();
    private final StandardOutput output = new StandardOutput(StandardOutput.Overflow.FAIL);
    private final StandardOutput errors = new StandardOutput(StandardOutput.Overflow.DROP);
    private final Descriptors descriptors = new Descriptors();
    private final GuestExit exit = new GuestExit();
    private WasiGrants grants = WasiGrants.NONE;
    private long startNanos;

    /**
     * A process with no run yet.
     *
     * @param clocks that the guests see
     * @param random where {@code random_get} takes from; a {@link java.security.SecureRandom}
     */
    public WasiProcess(WasiClocks clocks, RandomGenerator random) {
        this.clocks = clocks;
        this.random = new RandomBytes(random);
    }

    /**
     * Starts a run.
     *
     * @param stdin an array whose first {@code length} bytes are standard input; not copied
     */
    public void begin(WasiGrants granted, byte[] stdin, int length) {
        grants = granted;
        startNanos = clocks.monotonicNanos();
        random.begin();
        input.begin(stdin, length);
        output.begin(granted.limits().stdoutBytesMax());
        errors.begin(granted.limits().stderrBytesMax());
        descriptors.begin(STREAMS + granted.folders().size() + granted.limits().openFilesMax());
        descriptors.set(0, input);
        descriptors.set(1, output);
        descriptors.set(2, errors);
    }

    /** Ends the run and closes all that it opened. What it wrote stays until the next begins. */
    public void end() {
        descriptors.closeAll();
        input.begin(NO_BYTES, 0);
        grants = WasiGrants.NONE;
    }

    /** What the guest wrote to standard output, in the first {@link #stdoutLength()} bytes. */
    public byte[] stdout() {
        return output.bytes();
    }

    /** Bytes in {@link #stdout()}. */
    public int stdoutLength() {
        return output.length();
    }

    /**
     * What the guest wrote to standard error, in the first {@link #stderrLength()} bytes; ends with
     * a note if something was dropped.
     */
    public byte[] stderr() {
        return errors.bytes();
    }

    /** Bytes in {@link #stderr()}. */
    public int stderrLength() {
        return errors.length();
    }

    WasiGrants grants() {
        return grants;
    }

    WasiClocks clocks() {
        return clocks;
    }

    RandomBytes random() {
        return random;
    }

    Descriptors descriptors() {
        return descriptors;
    }

    /** Time since the run began; a guest has one thread, so it is its processor time too. */
    long runNanos() {
        return clocks.monotonicNanos() - startNanos;
    }

    GuestExit exit(int code) {
        return exit.with(code);
    }
}
