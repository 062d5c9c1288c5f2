package io.cdpsim.gpu.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.warp.Lanes;
import org.junit.jupiter.api.Test;

class DeviceDataTest {
    private static final long LOCAL = AddressMap.LOCAL_BASE;
    private static final long SHARED = AddressMap.SHARED_BASE;

    private final PagedMemory global = new PagedMemory(AddressMap.globalBase(0), 1 << 20);
    private final DeviceData data = new DeviceData(
            global, new PagedMemory(AddressMap.HOST_BASE, 1 << 20), new PagedMemory(AddressMap.CONSTANT_BASE, 1 << 16));
    private final byte[] blockShared = new byte[64];
    private final SharedAndLocalMemory one = own();
    private final SharedAndLocalMemory other = own();

    private SharedAndLocalMemory own() {
        SharedAndLocalMemory own = new SharedAndLocalMemory();
        own.start(blockShared, 16);
        return own;
    }

    @Test
    void everyLaneHasALocalMemoryOfItsOwnAtTheSameAddress() {
        for (int lane = 0; lane < 32; lane++) {
            data.put(one, lane, AddressSpace.LOCAL, LOCAL + 12, ValueType.S32, 100 + lane);
        }
        for (int lane = 0; lane < 32; lane++) {
            assertThat(data.load(one, lane, AddressSpace.LOCAL, LOCAL + 12, ValueType.S32))
                    .isEqualTo(100 + lane);
            assertThat(data.load(other, lane, AddressSpace.LOCAL, LOCAL + 12, ValueType.S32))
                    .isZero();
        }
    }

    @Test
    void warpsOfABlockShareItsSharedMemory() {
        data.put(one, 3, AddressSpace.SHARED, SHARED + 8, ValueType.S64, Long.MIN_VALUE);
        assertThat(data.load(other, 7, AddressSpace.SHARED, SHARED + 8, ValueType.S64))
                .isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void localMemoryStartsEmptyForOtherThreads() {
        data.put(one, 0, AddressSpace.LOCAL, LOCAL, ValueType.S32, 1);
        one.start(blockShared, 16);
        assertThat(data.load(one, 0, AddressSpace.LOCAL, LOCAL, ValueType.S32)).isZero();
    }

    @Test
    void anAccessBeyondWhatBlockOrThreadHasIsNotReachable() {
        assertThat(data.reachable(one, AddressSpace.LOCAL, LOCAL + 12, 4)).isTrue();
        assertThat(data.reachable(one, AddressSpace.LOCAL, LOCAL + 13, 4)).isFalse();
        assertThat(data.reachable(one, AddressSpace.SHARED, SHARED + 56, 8)).isTrue();
        assertThat(data.reachable(one, AddressSpace.SHARED, SHARED + 64, 1)).isFalse();
        one.start(new byte[0], 0);
        assertThat(data.reachable(one, AddressSpace.LOCAL, LOCAL, 1)).isFalse();
        assertThat(data.reachable(one, AddressSpace.SHARED, SHARED, 1)).isFalse();
    }

    @Test
    void globalMemoryIsTheSameForAll() {
        long address = global.allocate(256);
        assertThat(data.store(one, 0, AddressSpace.GLOBAL, address, ValueType.S32, 5))
                .isTrue();
        assertThat(data.store(other, 1, AddressSpace.GLOBAL, address, ValueType.S32, 5))
                .as("no change")
                .isFalse();
        assertThat(data.reachable(other, AddressSpace.GLOBAL, address + 256, 1)).isFalse();
    }

    @Test
    void aRowOfWordsMovesLikeItsWordsOneByOne() {
        long start = global.allocate(3 << 16);
        // Where the row lies on one page, and where it goes on to the next.
        for (long offset : new long[] {0, 4, 1_000, (1 << 16) - 128, (1 << 16) - 64, (2 << 16) - 4}) {
            long[] addresses = new long[Lanes.COUNT];
            long[] registers = new long[3 * Lanes.COUNT];
            for (int lane = 0; lane < Lanes.COUNT; lane++) {
                addresses[lane] = start + offset + 4L * lane;
                registers[lane] = (int) (0x9E3779B9L * (offset + lane + 1));
            }
            assertThat(data.store(one, AddressSpace.GLOBAL, addresses, Lanes.ALL, ValueType.S32, 1, registers, 0))
                    .isTrue();
            assertThat(data.store(one, AddressSpace.GLOBAL, addresses, Lanes.ALL, ValueType.S32, 1, registers, 0))
                    .as("no change")
                    .isFalse();
            data.load(one, AddressSpace.GLOBAL, addresses, Lanes.ALL, ValueType.S32, 1, registers, Lanes.COUNT);
            for (int lane = 0; lane < Lanes.COUNT; lane++) {
                assertThat(data.load(one, lane, AddressSpace.GLOBAL, addresses[lane], ValueType.S32))
                        .isEqualTo(registers[lane]);
                assertThat(registers[Lanes.COUNT + lane]).isEqualTo(registers[lane]);
            }
            // One word more, in the last lane alone.
            registers[Lanes.COUNT - 1]++;
            assertThat(data.store(one, AddressSpace.GLOBAL, addresses, Lanes.ALL, ValueType.S32, 1, registers, 0))
                    .isTrue();
            assertThat(registers).endsWith(new long[Lanes.COUNT]);
        }
    }
}
