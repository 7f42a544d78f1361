// SPDX-License-Identifier: Apache-2.0
package dev.zephyr.server.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zephyr.server.wasi.GuestBytes;
import dev.zephyr.server.wasi.GuestFault;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GuestMemoryTest {

    private static final int PAGE = 65_536;
    private static final int PAGES_MAX = 5;

    private final GuestMemory memory = new GuestMemory();
    private final GuestBytes host = memory.view();

    private record Access(String name, int width, IntConsumer call) {}

    @BeforeEach
    void enter() {
        memory.enter(new ModuleImage(), new MemorySize(1, PAGES_MAX));
    }

    private List<Access> accesses() {
        byte[] array = new byte[9];
        List<Access> accesses = new ArrayList<>();
        accesses.add(new Access("read", 1, memory::read));
        accesses.add(new Access("readShort", 2, memory::readShort));
        accesses.add(new Access("readU16", 2, memory::readU16));
        accesses.add(new Access("readInt", 4, memory::readInt));
        accesses.add(new Access("readFloat", 4, memory::readFloat));
        accesses.add(new Access("readF32", 4, memory::readF32));
        accesses.add(new Access("readLong", 8, memory::readLong));
        accesses.add(new Access("readDouble", 8, memory::readDouble));
        accesses.add(new Access("readF64", 8, memory::readF64));
        accesses.add(new Access("readBytes", 9, a -> memory.readBytes(a, 9)));
        accesses.add(new Access("writeByte", 1, a -> memory.writeByte(a, (byte) 1)));
        accesses.add(new Access("writeShort", 2, a -> memory.writeShort(a, (short) 1)));
        accesses.add(new Access("writeI32", 4, a -> memory.writeI32(a, 1)));
        accesses.add(new Access("writeF32", 4, a -> memory.writeF32(a, 1)));
        accesses.add(new Access("writeLong", 8, a -> memory.writeLong(a, 1)));
        accesses.add(new Access("writeF64", 8, a -> memory.writeF64(a, 1)));
        accesses.add(new Access("write", 9, a -> memory.write(a, array, 0, 9)));
        accesses.add(new Access("fill", 9, a -> memory.fill((byte) 1, a, a + 9)));
        accesses.add(new Access("copy to", 9, a -> memory.copy(a, 0, 9)));
        accesses.add(new Access("copy from", 9, a -> memory.copy(0, a, 9)));
        accesses.add(new Access("host getByte", 1, host::getByte));
        accesses.add(new Access("host getInt", 4, host::getInt));
        accesses.add(new Access("host getLong", 8, host::getLong));
        accesses.add(new Access("host putByte", 1, a -> host.putByte(a, (byte) 1)));
        accesses.add(new Access("host putShort", 2, a -> host.putShort(a, (short) 1)));
        accesses.add(new Access("host putInt", 4, a -> host.putInt(a, 1)));
        accesses.add(new Access("host putLong", 8, a -> host.putLong(a, 1)));
        accesses.add(new Access("host read", 9, a -> host.read(a, array, 0, 9)));
        accesses.add(new Access("host write", 9, a -> host.write(a, array, 0, 9)));
        return accesses;
    }

    @Test
    void everyAccessEndsExactlyAtTheLimit() {
        memory.grow(2);
        int limit = 3 * PAGE;
        for (Access access : accesses()) {
            access.call().accept(0);
            access.call().accept(limit - access.width());
            for (int bad : List.of(limit - access.width() + 1, limit, limit + 1, -1, -8)) {
                assertThatExceptionOfType(GuestFault.class)
                        .as(access.name() + " at " + bad)
                        .isThrownBy(() -> access.call().accept(bad));
            }
            assertThatExceptionOfType(GuestFault.class)
                    .as(access.name())
                    .isThrownBy(() -> access.call().accept(Integer.MAX_VALUE));
        }
    }

    @Test
    void lengthsThatAreNegativeOrWrapAreOutOfRange() {
        byte[] array = new byte[4];
        List<Runnable> calls =
                List.of(
                        () -> memory.copy(0, 0, -1),
                        () -> memory.copy(8, 8, Integer.MAX_VALUE),
                        () -> memory.fill((byte) 1, 8, 7),
                        () -> memory.fill((byte) 1, 8, Integer.MIN_VALUE),
                        () -> memory.readBytes(0, -1),
                        () -> host.write(0, array, 0, 5),
                        () -> host.write(0, array, -1, 2),
                        () -> memory.write(0, array, 3, 2));
        for (Runnable call : calls) {
            assertThatExceptionOfType(GuestFault.class).isThrownBy(call::run);
        }
    }

    @Test
    void growsToItsMaximumAndNotBeyond() {
        assertThat(memory.grow(0)).isEqualTo(1);
        assertThat(memory.grow(PAGES_MAX)).isEqualTo(-1);
        assertThat(memory.grow(-1)).isEqualTo(-1);
        assertThat(memory.grow(PAGES_MAX - 1)).isEqualTo(1);
        assertThat(memory.grow(1)).isEqualTo(-1);
        assertThat(memory.pages()).isEqualTo(PAGES_MAX);
        assertThatExceptionOfType(GuestFault.class).isThrownBy(() -> memory.read(PAGES_MAX * PAGE));
    }

    @Test
    void randomStoresOfEveryKindAreUndone() {
        var random = new Random(7);
        List<Access> accesses = accesses();
        for (int run = 0; run < 200; run++) {
            memory.enter(new ModuleImage(), new MemorySize(1, PAGES_MAX));
            memory.grow(random.nextInt(PAGES_MAX));
            int limit = memory.pages() * PAGE;
            for (int store = 0; store < 20; store++) {
                Access access = accesses.get(random.nextInt(accesses.size()));
                int page = random.nextInt(limit >>> 12) << 12;
                int address = page + random.nextInt(24) - 12;
                if (address >= 0 && address <= limit - access.width()) {
                    access.call().accept(address);
                }
            }
            memory.leave();
            memory.verify();
        }
    }

    @Test
    void compareNoticesAByteThatWasNotMarked() {
        memory.bytes[5_000] = 1;

        assertThatThrownBy(memory::verify).hasMessageContaining("page 1: differs");
    }

    @Test
    void compareNoticesAMarkThatWasNotCleared() {
        memory.writeByte(9_000, (byte) 0);

        assertThatThrownBy(memory::verify).hasMessageContaining("page 2: marked");
    }
}
