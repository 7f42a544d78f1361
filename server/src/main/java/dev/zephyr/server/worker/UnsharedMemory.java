// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import run.endive.runtime.Instance;
import run.endive.runtime.Memory;
import run.endive.wasm.types.DataSegment;

/** What the engine's interface asks for beyond the essential: all of it follows from the rest. */
interface UnsharedMemory extends Memory {

    @Override
    default void initialize(Instance instance, DataSegment[] dataSegments, int memoryIndex) {
        initialize(instance, dataSegments);
    }

    @Override
    default long readU16(int address) {
        return readShort(address) & 0xFFFF;
    }

    @Override
    default float readFloat(int address) {
        return Float.intBitsToFloat(readInt(address));
    }

    @Override
    default double readDouble(int address) {
        return Double.longBitsToDouble(readLong(address));
    }

    @Override
    default long readF32(int address) {
        return readInt(address);
    }

    @Override
    default long readF64(int address) {
        return readLong(address);
    }

    @Override
    default void writeF32(int address, float value) {
        writeI32(address, Float.floatToRawIntBits(value));
    }

    @Override
    default void writeF64(int address, double value) {
        writeLong(address, Double.doubleToRawLongBits(value));
    }

    // -- threads: modules that share a memory or use atomic instructions are refused --

    @Override
    default boolean shared() {
        return false;
    }

    @Override
    @SuppressWarnings("removal") // The engine's interface still asks for these four.
    default Object lock(int address) {
        throw new UnsupportedOperationException("atomic");
    }

    @Override
    @SuppressWarnings("removal") // as above
    default int waitOn(int address, int expected, long timeout) {
        throw new UnsupportedOperationException("atomic");
    }

    @Override
    @SuppressWarnings("removal") // as above
    default int waitOn(int address, long expected, long timeout) {
        throw new UnsupportedOperationException("atomic");
    }

    @Override
    @SuppressWarnings("removal") // as above
    default int notify(int address, int maxThreads) {
        throw new UnsupportedOperationException("atomic");
    }
}
