// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.wasi;

import dev.zephyr.server.config.WorkerConfig.Folder;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The state that WASI keeps for one run of a guest: streams, descriptors, random bytes. Each pool
 * thread has one and uses it for run after run, between {@link #begin} and {@link #end}, also after
 * a run that was stopped at any point. Confined to one worker thread.
 */
public final class WasiProcess {

    private static final int STREAMS = 3;

    /** Of a file per system call: larger ones gain nothing, and each thread keeps one. */
    static final int TRANSFER_BYTES = 64 << 10;

    private static final byte[] NO_BYTES = {};

    private final WasiClocks clocks;
    private final RandomBytes random;
    private final HostFolder.Opener opener;
    private final StandardInput input = new StandardInput();
    private final StandardOutput output = new StandardOutput(StandardOutput.Overflow.FAIL);
    private final StandardOutput errors = new StandardOutput(StandardOutput.Overflow.DROP);
    private final Descriptors descriptors = new Descriptors();
    private final GuestExit exit = new GuestExit();
    private WasiGrants grants = WasiGrants.NONE;
    private long startNanos;
    private byte @Nullable [] transfer;

    /**
     * A process with no run yet.
     *
     * @param clocks that the guests see
     * @param random where {@code random_get} takes from; a {@link java.security.SecureRandom}
     */
    public WasiProcess(WasiClocks clocks, RandomGenerator random) {
        this(clocks, random, SecureFolder::open);
    }

    WasiProcess(WasiClocks clocks, RandomGenerator random, HostFolder.Opener opener) {
        this.clocks = clocks;
        this.random = new RandomBytes(random);
        this.opener = opener;
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
        open(granted.folders(), granted.limits().openFilesMax());
    }

    private void open(List<Folder> folders, int openFilesMax) {
        descriptors.begin(STREAMS + folders.size() + openFilesMax);
        descriptors.set(0, input);
        descriptors.set(1, output);
        descriptors.set(2, errors);
        for (int i = 0; i < folders.size(); i++) {
            Mount mount = Mount.of(folders.get(i), opener);
            descriptors.set(STREAMS + i, OpenFolder.mounted(mount));
        }
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

    /** What bytes of files pass through; one for all files, as a guest does one thing at a time. */
    byte[] transfer() {
        if (transfer == null) {
            transfer = new byte[TRANSFER_BYTES];
        }
        return transfer;
    }

    /** Time since the run began; a guest has one thread, so it is its processor time too. */
    long runNanos() {
        return clocks.monotonicNanos() - startNanos;
    }

    GuestExit exit(int code) {
        return exit.with(code);
    }
}
