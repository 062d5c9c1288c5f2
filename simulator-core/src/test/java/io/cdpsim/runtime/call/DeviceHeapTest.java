package io.cdpsim.runtime.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.limit.DeviceLimits;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceHeapTest {
    private final GpuProfile profile = Profiles.load("k20x");
    private final PagedMemory global = new PagedMemory(AddressMap.globalBase(0), 1 << 30);
    private final DeviceHeap heap = new DeviceHeap(global, profile.limits(), new DeviceLimits(profile, global));

    @Test
    void nothingIsTakenFromDeviceMemoryBeforeTheFirstAllocation() {
        assertThat(global.allocatedBytes()).isZero();
    }

    @Test
    void aHeapWhoseBlocksAreAllFreedIsWholeAgain() {
        long a = heap.allocate(3 << 20);
        long b = heap.allocate(2 << 20);
        long c = heap.allocate(3 << 20);
        assertThat(heap.free(a)).isTrue();
        assertThat(heap.free(c)).isTrue();
        assertThat(heap.allocate(8 << 20)).as("with a block in the middle").isZero();
        assertThat(heap.free(b)).isTrue();
        assertThat(heap.allocate(8 << 20)).isNotZero();
    }

    @Test
    void whatWasNotAllocatedOrIsFreedAlreadyCannotBeFreed() {
        long a = heap.allocate(100);
        assertThat(heap.free(a + 16)).isFalse();
        assertThat(heap.free(a)).isTrue();
        assertThat(heap.free(a)).isFalse();
        assertThat(heap.free(0)).as("NULL").isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void blocksInUseNeverOverlap(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        TreeMap<Long, Long> inUse = new TreeMap<>();
        for (int step = 0; step < 500; step++) {
            if (random.nextInt(3) == 0 && !inUse.isEmpty()) {
                Long address = inUse.ceilingKey(random.nextLong(inUse.lastKey() + 1));
                assertThat(heap.free(address)).isTrue();
                inUse.remove(address);
            } else {
                long bytes = 1 + random.nextLong(1 << random.nextInt(1, 21));
                long address = heap.allocate(bytes);
                if (address != 0) {
                    assertThat(address % 16).isZero();
                    assertThat(global.containsRange(address, bytes)).isTrue();
                    var before = inUse.floorEntry(address);
                    assertThat(before == null || before.getKey() + before.getValue() <= address)
                            .isTrue();
                    Long behind = inUse.ceilingKey(address);
                    assertThat(behind == null || address + bytes <= behind).isTrue();
                    inUse.put(address, bytes);
                }
            }
        }
    }
}
