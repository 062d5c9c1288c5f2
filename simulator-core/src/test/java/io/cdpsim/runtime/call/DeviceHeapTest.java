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
import org.junit.jupiter.params.provider.CsvSource;
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
    @ValueSource(longs = {1, 16, 64, 4096, 1 << 20})
    void anAlignedBlockStartsAtAMultipleAndWhatIsBeforeItStaysFree(long alignment) {
        long first = heap.allocate(16);
        long address = heap.allocate(100, alignment);
        assertThat(address).isNotZero();
        assertThat(address % alignment).isZero();
        assertThat(heap.free(address)).isTrue();
        assertThat(heap.free(first)).isTrue();
        assertThat(heap.allocate(8 << 20)).isNotZero();
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

    /** As measured on an H200: so many blocks fit into its default heap of 8 MiB. */
    @ParameterizedTest
    @CsvSource({"65536, 78", "1048576, 6"})
    void asManyBlocksFitAsOnAnH200(long bytes, int blocks) {
        DeviceHeap measured = heap("h200");
        for (int i = 0; i < blocks; i++) {
            assertThat(measured.allocate(bytes)).as("block %d", i).isNotZero();
        }
        assertThat(measured.allocate(bytes)).isZero();
    }

    /** From 16 KiB on, with 16 bytes of the heap's own, in units of 16 KiB; below that in units of 16 bytes. */
    @ParameterizedTest
    @CsvSource({"16384, 32768", "32752, 32768", "32753, 49152", "16383, 16384", "17, 32", "16, 16", "1, 16", "0, 16"})
    void aBlockTakesWholeUnits(long bytes, long taken) {
        DeviceHeap measured = heap("h200");
        long first = measured.allocate(bytes);
        assertThat(measured.allocate(bytes) - first).isEqualTo(taken);
    }

    @Test
    void moreThanTheHeapHasOrLessThanNothingIsNeverGiven() {
        long all = profile.limits().heapBytes();
        assertThat(heap.allocate(-1)).isZero();
        assertThat(heap.allocate(all + 1)).isZero();
        assertThat(heap.allocate(Long.MAX_VALUE)).isZero();
        long whole = heap.allocate(all);
        assertThat(whole).isNotZero();
        assertThat(heap.allocate(1)).isZero();
        assertThat(global.containsRange(whole, all)).isTrue();
        // Rule HEAP-3: the host cannot free it.
        assertThat(global.free(whole)).isFalse();
    }

    private static DeviceHeap heap(String profile) {
        GpuProfile gpu = Profiles.load(profile);
        PagedMemory memory = new PagedMemory(AddressMap.globalBase(0), 1 << 30);
        return new DeviceHeap(memory, gpu.limits(), new DeviceLimits(gpu, memory));
    }
}
