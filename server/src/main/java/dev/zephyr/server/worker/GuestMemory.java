// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import static dev.zephyr.server.worker.Image.PAGE_SHIFT;

import dev.zephyr.server.wasi.GuestBytes;
import dev.zephyr.server.wasi.GuestFault;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import run.endive.runtime.Instance;
import run.endive.wasm.types.DataSegment;

/**
 * The linear memory of whatever guest runs on a slot. Every store marks its page first, so that a
 * reset finds it; a guest has no other way to write. Lives as long as its slot and keeps the
 * largest capacity that it ever had, at most the largest memory limit of a worker. Confined to one
 * worker thread.
 *
 * <p>An access out of range throws {@link GuestFault}: a trap when the guest does it, {@code
 * EFAULT} when a host function does it for the guest.
 */
final class GuestMemory extends ResettableBytes implements UnsharedMemory {

    private static final VarHandle SHORT = view(short[].class);
    private static final VarHandle INT = view(int[].class);
    private static final VarHandle LONG = view(long[].class);

    private final GuestBytes view = new GuestMemoryView(this);
    private MemorySize size = MemorySize.NONE;
    private DataSegment[] segments = DataSegments.NONE;

    /** Whose image is still to be taken by the instantiation that comes; null: it is in place. */
    private @Nullable ModuleImage toBeTaken;

    private static VarHandle view(Class<?> array) {
        return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Makes this the memory of a module that is about to run.
     *
     * @return false if the heap has no room for its initial pages
     */
    boolean enter(ModuleImage module, MemorySize size) {
        int start = size.initialPages() * PAGE_SIZE;
        if (start > bytes.length && !enlarge(start)) {
            return false;
        }
        Image taken = module.taken();
        become(taken == null ? Image.ZERO : taken);
        toBeTaken = taken == null ? module : null;
        this.size = size;
        limit = start;
        return true;
    }

    /** Undoes everything that the run wrote. */
    void leave() {
        reset();
        segments = DataSegments.NONE;
        limit = 0;
    }

    /** The same memory as host functions see it. */
    GuestBytes view() {
        return view;
    }

    // -- size --

    /** In bytes. */
    int size() {
        return limit;
    }

    @Override
    public int pages() {
        return limit / PAGE_SIZE;
    }

    @Override
    public int grow(int more) {
        int before = pages();
        if (more < 0 || more > size.maximumPages() - before) {
            return -1;
        }
        int grown = (before + more) * PAGE_SIZE;
        if (grown > bytes.length && !enlarge(roomFor(grown)) && !enlarge(grown)) {
            return -1;
        }
        limit = grown;
        return before;
    }

    /** Doubles, so that a guest that grows page by page is not copied each time. */
    private int roomFor(int grown) {
        long doubled = Math.max(grown, 2L * bytes.length);
        return (int) Math.min(doubled, (long) size.maximumPages() * PAGE_SIZE);
    }

    @Override
    public int initialPages() {
        return size.initialPages();
    }

    @Override
    public int maximumPages() {
        return size.maximumPages();
    }

    // -- data segments --

    @Override
    public void initialize(Instance instance, DataSegment[] dataSegments) {
        segments = dataSegments;
        if (toBeTaken != null) {
            DataSegments.apply(instance, dataSegments, this);
            adoptAs(toBeTaken);
            toBeTaken = null;
        }
    }

    @Override
    public void initPassiveSegment(int segmentId, int dest, int offset, int length) {
        write(dest, DataSegments.passive(segments, segmentId), offset, length);
    }

    @Override
    public void drop(int segment) {
        DataSegments.drop(segments, segment);
    }

    /** Nothing to do: the memory is zero or holds the image when a module is instantiated. */
    @Override
    public void zero() {}

    // -- loads --

    // Written so that the JIT makes it cheap; Integer.compareUnsigned is slower here.
    private static void check(int address, int width, int limit) {
        if (address < 0 || address > limit - width) {
            throw new GuestFault();
        }
    }

    private void checkRange(int address, int length) {
        if (address < 0 || length < 0 || address > limit - length) {
            throw new GuestFault();
        }
    }

    @Override
    public byte read(int address) {
        check(address, Byte.BYTES, limit);
        return bytes[address];
    }

    @Override
    public short readShort(int address) {
        check(address, Short.BYTES, limit);
        return (short) SHORT.get(bytes, address);
    }

    @Override
    public int readInt(int address) {
        check(address, Integer.BYTES, limit);
        return (int) INT.get(bytes, address);
    }

    @Override
    public long readLong(int address) {
        check(address, Long.BYTES, limit);
        return (long) LONG.get(bytes, address);
    }

    @Override
    public byte[] readBytes(int address, int length) {
        checkRange(address, length);
        return Arrays.copyOfRange(bytes, address, address + length);
    }

    void readInto(int address, byte[] target, int offset, int length) {
        checkRange(address, length);
        System.arraycopy(bytes, address, target, offset, length);
    }

    // -- stores: mark, then write --

    private void mark(int address) {
        dirty[address >>> PAGE_SHIFT] = 1;
    }

    private void markRange(int address, int length) {
        checkRange(address, length);
        if (length > 0) {
            int end = ((address + length - 1) >>> PAGE_SHIFT) + 1;
            Arrays.fill(dirty, address >>> PAGE_SHIFT, end, (byte) 1);
        }
    }

    @Override
    public void writeByte(int address, byte value) {
        check(address, Byte.BYTES, limit);
        mark(address);
        bytes[address] = value;
    }

    @Override
    public void writeShort(int address, short value) {
        check(address, Short.BYTES, limit);
        mark(address);
        SHORT.set(bytes, address, value);
    }

    @Override
    public void writeI32(int address, int value) {
        check(address, Integer.BYTES, limit);
        mark(address);
        INT.set(bytes, address, value);
    }

    @Override
    public void writeLong(int address, long value) {
        check(address, Long.BYTES, limit);
        mark(address);
        LONG.set(bytes, address, value);
    }

    @Override
    public void write(int address, byte[] source, int offset, int length) {
        if (offset < 0 || length < 0 || offset > source.length - length) {
            throw new GuestFault();
        }
        markRange(address, length);
        System.arraycopy(source, offset, bytes, address, length);
    }

    @Override
    public void fill(byte value, int fromIndex, int toIndex) {
        markRange(fromIndex, toIndex - fromIndex);
        Arrays.fill(bytes, fromIndex, toIndex, value);
    }

    @Override
    public void copy(int dest, int src, int length) {
        checkRange(src, length);
        markRange(dest, length);
        System.arraycopy(bytes, src, bytes, dest, length);
    }
}
