package io.cdpsim.runtime.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.PagedMemory;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.limit.DeviceLimits.MemoryReport;
import io.cdpsim.runtime.version.CudaError;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Devices of 1,000,000 bytes that set 100 bytes aside for a pending launch and 10,000 for a level of synchronisation. Sums made by hand. */
class DeviceLimitsTest {
    private static final long CAPACITY = 1_000_000;
    private static final long BASE = 1 << 16;

    private static final List<String> POOL = List.of(
            "limits.pending_launches=50",
            "limits.pending_launches_min=20",
            "limits.pending_launches_max=9000",
            "limits.pending_slot=100 B");

    private static final List<String> DEPTH =
            List.of("limits.sync_depth=2", "limits.max_nesting_depth=24", "limits.sync_depth_level=10000 B");

    private final PagedMemory memory = new PagedMemory(BASE, CAPACITY);

    private static GpuProfile cdp2() {
        return Profiles.load("h200", POOL);
    }

    private static GpuProfile cdp1(boolean whenUsed) {
        return Profiles.load(
                "k20c",
                Stream.of(POOL, DEPTH, List.of("limits.sync_depth_reserved_when_used=" + whenUsed))
                        .flatMap(List::stream)
                        .toList());
    }

    private static GpuProfile withoutLaunches() {
        return Profiles.load("m2050", List.of());
    }

    private DeviceLimits limits(GpuProfile profile) {
        return new DeviceLimits(profile, memory);
    }

    /** The program has so much. */
    private void allocate(long bytes) {
        assertThat(memory.allocate(bytes)).isPositive();
    }

    @Test
    void cdp2SetsMemoryAsideForThePool() {
        DeviceLimits limits = limits(cdp2());
        allocate(7_000);
        assertThat(limits.report()).isEqualTo(new MemoryReport(CAPACITY, 0, 5_000, 7_000, 988_000));
        assertThat(memory.freeBytes()).isEqualTo(988_000);
    }

    @Test
    void cdp1SetsMemoryAsideForThePoolAndForEachLevel() {
        DeviceLimits limits = limits(cdp1(false));
        assertThat(limits.report()).isEqualTo(new MemoryReport(CAPACITY, 20_000, 5_000, 0, 975_000));
        assertThat(memory.freeBytes()).isEqualTo(975_000);
    }

    @Test
    void aDeviceThatCannotLaunchSetsNothingAside() {
        DeviceLimits limits = limits(withoutLaunches());
        assertThat(limits.pendingLaunches()).isZero();
        assertThat(memory.freeBytes()).isEqualTo(CAPACITY);
        assertThat(limits.setPendingLaunches(30)).isEqualTo(CudaError.UNSUPPORTED_LIMIT);
        assertThat(limits.setSyncDepth(3)).isEqualTo(CudaError.UNSUPPORTED_LIMIT);
        assertThat(limits.get(DeviceLimit.PENDING_LAUNCH_COUNT.number())).isEqualTo(-1);
        assertThat(limits.get(DeviceLimit.SYNC_DEPTH.number())).isEqualTo(-1);
        assertThat(limits.pendingLaunchesMessage(30)).contains("m2050", "no dynamic parallelism", "30", "VER-1");
    }

    @Test
    void aPoolLargerThanTheMemoryTakesAllOfIt() {
        PagedMemory small = new PagedMemory(BASE, 4_000);
        new DeviceLimits(cdp2(), small);
        assertThat(small.freeBytes()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"0, 20", "19, 20", "20, 20", "21, 21", "8999, 8999", "9000, 9000", "9001, 9000", "1000000000000, 9000"})
    void thePoolIsClampedToWhatTheDeviceTakes(long asked, long got) {
        DeviceLimits limits = limits(cdp2());
        assertThat(limits.setPendingLaunches(asked)).isEqualTo(CudaError.SUCCESS);
        assertThat(limits.pendingLaunches()).isEqualTo(got);
        assertThat(limits.get(DeviceLimit.PENDING_LAUNCH_COUNT.number())).isEqualTo(got);
        assertThat(memory.freeBytes()).isEqualTo(CAPACITY - 100 * got);
    }

    @Test
    void aPoolThatDoesNotFitIsRefusedAndTheOldOneStays() {
        DeviceLimits limits = limits(cdp2());
        allocate(700_000);
        assertThat(limits.setPendingLaunches(3_001)).isEqualTo(CudaError.MEMORY_ALLOCATION);
        assertThat(limits.pendingLaunches()).isEqualTo(50);
        assertThat(memory.freeBytes()).isEqualTo(295_000);
        // 300,000 bytes are free or the pool's.
        assertThat(limits.pendingLaunchesMessage(3_001)).contains("3001 pending launches", "100 bytes", "20 to 3000 ");
        assertThat(limits.setPendingLaunches(3_000)).isEqualTo(CudaError.SUCCESS);
        assertThat(memory.freeBytes()).isZero();
        // The most that the device takes, where memory suffices for more.
        assertThat(new DeviceLimits(cdp2(), new PagedMemory(BASE, 10_000_000)).pendingLaunchesMessage(9_500))
                .contains("20 to 9000 ");
    }

    @Test
    void aPoolAndLevelsShareTheMemory() {
        DeviceLimits limits = limits(cdp1(false));
        // 20,000 bytes are the levels'.
        allocate(900_000);
        assertThat(limits.setPendingLaunches(801)).isEqualTo(CudaError.MEMORY_ALLOCATION);
        assertThat(limits.setPendingLaunches(800)).isEqualTo(CudaError.SUCCESS);
        assertThat(limits.setSyncDepth(3)).isEqualTo(CudaError.MEMORY_ALLOCATION);
        assertThat(limits.syncDepth()).isEqualTo(2);
        assertThat(limits.setPendingLaunches(700)).isEqualTo(CudaError.SUCCESS);
        assertThat(limits.setSyncDepth(3)).isEqualTo(CudaError.SUCCESS);
        assertThat(limits.syncDepth()).isEqualTo(3);
        assertThat(limits.get(DeviceLimit.SYNC_DEPTH.number())).isEqualTo(3);
        assertThat(memory.freeBytes()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"-1, INVALID_VALUE", "0, SUCCESS", "24, SUCCESS", "25, INVALID_VALUE"})
    void theSynchronisationDepthIsThatOfSomeNesting(int levels, CudaError answer) {
        DeviceLimits limits = limits(cdp1(false));
        assertThat(limits.setSyncDepth(levels)).isEqualTo(answer);
        assertThat(limits.syncDepth()).isEqualTo(answer == CudaError.SUCCESS ? levels : 2);
    }

    @Test
    void cdp2HasNoSynchronisationDepth() {
        DeviceLimits limits = limits(cdp2());
        assertThat(limits.setSyncDepth(2)).isEqualTo(CudaError.UNSUPPORTED_LIMIT);
        assertThat(limits.get(DeviceLimit.SYNC_DEPTH.number())).isEqualTo(-1);
        assertThat(limits.reserveSyncDepth()).isEqualTo(CudaError.SUCCESS);
        assertThat(limits.report().syncDepthBytes()).isZero();
    }

    @Test
    void levelsCanBeSetAsideOnceAProgramSynchronises() {
        DeviceLimits limits = limits(cdp1(true));
        assertThat(memory.freeBytes()).isEqualTo(995_000);
        assertThat(limits.setSyncDepth(3)).isEqualTo(CudaError.SUCCESS);
        assertThat(memory.freeBytes()).isEqualTo(995_000);
        allocate(965_001);
        assertThat(limits.reserveSyncDepth()).isEqualTo(CudaError.MEMORY_ALLOCATION);
        assertThat(memory.freeBytes()).isEqualTo(29_999);
        assertThat(limits.setSyncDepth(2)).isEqualTo(CudaError.SUCCESS);
        assertThat(limits.reserveSyncDepth()).isEqualTo(CudaError.SUCCESS);
        assertThat(memory.freeBytes()).isEqualTo(9_999);
        assertThat(limits.reserveSyncDepth()).isEqualTo(CudaError.SUCCESS);
        assertThat(memory.freeBytes()).isEqualTo(9_999);
    }

    @Test
    void aHeapIsAnyPartOfTheMemoryThatTheGpuHas() {
        GpuProfile profile = cdp2();
        long most = profile.dram().bytes();
        DeviceLimits limits = limits(profile);
        assertThat(limits.heapBytes()).isEqualTo(8_388_608);
        assertThat(limits.setHeapBytes(0, false)).isEqualTo(CudaError.INVALID_VALUE);
        assertThat(limits.setHeapBytes(most + 1, false)).isEqualTo(CudaError.INVALID_VALUE);
        assertThat(limits.setHeapBytes(1, true)).isEqualTo(CudaError.INVALID_VALUE);
        assertThat(limits.heapBytes()).isEqualTo(8_388_608);
        for (long bytes : new long[] {1, most}) {
            assertThat(limits.setHeapBytes(bytes, false)).isEqualTo(CudaError.SUCCESS);
            assertThat(limits.heapBytes()).isEqualTo(bytes);
            assertThat(limits.get(DeviceLimit.MALLOC_HEAP_SIZE.number())).isEqualTo(bytes);
        }
    }

    @Test
    void thePrintfFifoIsAnyPartOfTheMemoryThatTheGpuHas() {
        GpuProfile profile = cdp2();
        long most = profile.dram().bytes();
        DeviceLimits limits = limits(profile);
        assertThat(limits.printfFifoBytes()).isEqualTo(8_650_752);
        assertThat(limits.setPrintfFifoBytes(0, false)).isEqualTo(CudaError.INVALID_VALUE);
        assertThat(limits.setPrintfFifoBytes(most + 1, false)).isEqualTo(CudaError.INVALID_VALUE);
        assertThat(limits.setPrintfFifoBytes(1, true)).isEqualTo(CudaError.INVALID_VALUE);
        assertThat(limits.printfFifoBytes()).isEqualTo(8_650_752);
        // As printffifo-h200.csv has them.
        for (long[] each :
                new long[][] {{1, 524_288}, {100_000, 524_288}, {1_100_000, 1_100_032}, {2_000_000, 2_000_128}}) {
            assertThat(limits.setPrintfFifoBytes(each[0], false)).isEqualTo(CudaError.SUCCESS);
            assertThat(limits.printfFifoBytes()).isEqualTo(each[1]);
            assertThat(limits.get(DeviceLimit.PRINTF_FIFO_SIZE.number())).isEqualTo(each[1]);
        }
    }

    @Test
    void aLaunchLetsTheStackGrowAndNeverShrink() {
        DeviceLimits limits = limits(cdp2());
        assertThat(limits.get(DeviceLimit.STACK_SIZE.number())).isEqualTo(1_024);
        limits.growStack(1_000);
        assertThat(limits.get(DeviceLimit.STACK_SIZE.number())).isEqualTo(1_024);
        limits.growStack(3_000);
        assertThat(limits.get(DeviceLimit.STACK_SIZE.number())).isEqualTo(3_000);
        assertThat(limits.setStack(-1)).isEqualTo(CudaError.INVALID_VALUE);
        assertThat(limits.get(DeviceLimit.STACK_SIZE.number())).isEqualTo(3_000);
        assertThat(limits.setStack(0)).isEqualTo(CudaError.SUCCESS);
        assertThat(limits.get(DeviceLimit.STACK_SIZE.number())).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 7})
    void aLimitThatCudaDoesNotNameHasNoValue(int limit) {
        assertThat(limits(cdp1(false)).get(limit)).isEqualTo(-1);
    }

    /** In driver_types.h. */
    @Test
    void limitsHaveTheNumbersOfCuda() {
        assertThat(List.of(DeviceLimit.values()))
                .extracting(DeviceLimit::number)
                .containsExactly(0x00, 0x01, 0x02, 0x03, 0x04);
    }
}
