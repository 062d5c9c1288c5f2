package io.cdpsim.runtime.host;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.gpu.grid.CachePreference;
import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.limit.DeviceLimit;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the host sets for a device, and what device code then reads: rules POOL-2, POOL-10, DEPTH-8, HEAP-1, PRNT-1, ENV-1 to ENV-3, LNCH-4. */
class HostSettingsTest {
    private static final long KIB = 1024;

    private final Host host = host("h200", false);

    private static Host host(String profile, boolean strict) {
        return new Machine(MachineSettings.of(Profiles.load(profile)).withStrict(strict)).host();
    }

    private static Kernel kernel(Consumer<KernelBuilder> body) {
        KernelBuilder k = new KernelBuilder("k");
        body.accept(k);
        return k.build();
    }

    private static void start(Host host, Kernel kernel) {
        host.launch(kernel, LaunchShape.of(1, 1), host.defaultStream());
    }

    private static void startLong(Host host) {
        start(host, kernel(k -> k.nanosleep(u32(100_000))));
    }

    /** A kernel that may launch another, and does not. */
    private static Kernel naming(Kernel other) {
        return kernel(k -> k.ifThen(
                k.equal(k.threadX(), u32(1)),
                () -> k.device().launch(KernelReference.to(other), u32(1), u32(1), DeviceRuntimeCalls.NULL_STREAM)));
    }

    @Test
    void eachLimitReadsAsItWasSet() {
        Host kepler = host("k20x", false);
        assertThat(kepler.setPendingLaunchLimit(1_000)).isEqualTo(CudaError.SUCCESS);
        assertThat(kepler.setHeapBytes(3_000)).isEqualTo(CudaError.SUCCESS);
        assertThat(kepler.setPrintfFifoBytes(4_000)).isEqualTo(CudaError.SUCCESS);
        assertThat(kepler.setSyncDepth(5)).isEqualTo(CudaError.SUCCESS);
        assertThat(kepler.setStackLimit(6_000)).isEqualTo(CudaError.SUCCESS);

        assertThat(kepler.pendingLaunchLimit()).isEqualTo(1_000);
        assertThat(kepler.heapBytes()).isEqualTo(3_000);
        assertThat(kepler.printfFifoBytes()).isEqualTo(4_000);
        assertThat(kepler.limit(DeviceLimit.PENDING_LAUNCH_COUNT)).isEqualTo(1_000);
        assertThat(kepler.limit(DeviceLimit.MALLOC_HEAP_SIZE)).isEqualTo(3_000);
        assertThat(kepler.limit(DeviceLimit.PRINTF_FIFO_SIZE)).isEqualTo(4_000);
        assertThat(kepler.limit(DeviceLimit.SYNC_DEPTH)).isEqualTo(5);
        assertThat(kepler.limit(DeviceLimit.STACK_SIZE)).isEqualTo(6_000);
        assertThat(kepler.getLastError()).isEqualTo(CudaError.SUCCESS);
    }

    @Test
    void aLimitThatTheDeviceDoesNotHaveIsAnError() {
        assertThat(host.setSyncDepth(2)).isEqualTo(CudaError.UNSUPPORTED_LIMIT);
        assertThat(host.getLastError()).isEqualTo(CudaError.UNSUPPORTED_LIMIT);

        assertThatThrownBy(() -> host.limit(DeviceLimit.SYNC_DEPTH))
                .isInstanceOfSatisfying(
                        CudaException.class, e -> assertThat(e.error()).isEqualTo(CudaError.UNSUPPORTED_LIMIT))
                .hasMessageContaining("cudaDeviceGetLimit of SYNC_DEPTH on h200");
        assertThat(host.getLastError()).isEqualTo(CudaError.UNSUPPORTED_LIMIT);
    }

    @Test
    void aLimitOfZeroBytesIsNoLimitThatIsMissing() {
        assertThat(host.setStackLimit(0)).isEqualTo(CudaError.SUCCESS);

        assertThat(host.limit(DeviceLimit.STACK_SIZE)).isZero();
    }

    /** Documents forbid it (rule POOL-10); an H200 takes the new limit at once. */
    @ParameterizedTest
    @CsvSource({"h200, false, SUCCESS", "h200, true, INVALID_VALUE", "k20x, false, INVALID_VALUE"})
    void thePoolOfADeviceThatRunsProgramsStaysAsItIsWhereThatIsForbidden(
            String profile, boolean strict, CudaError answer) {
        Host busy = host(profile, strict);
        long before = busy.pendingLaunchLimit();
        startLong(busy);

        assertThat(busy.setPendingLaunchLimit(1_000)).isEqualTo(answer);
        assertThat(busy.pendingLaunchLimit()).isEqualTo(answer == CudaError.SUCCESS ? 1_000 : before);
        busy.synchronize();
        assertThat(busy.setPendingLaunchLimit(500)).isEqualTo(CudaError.SUCCESS);
        assertThat(busy.pendingLaunchLimit()).isEqualTo(500);
    }

    @Test
    void anOutstandingFillIsNoProgramThatForbidsAnotherLimit() {
        Host kepler = host("k20x", false);
        kepler.memsetAsync(kepler.malloc(64 * KIB), 0, 64 * KIB, kepler.createStream());

        assertThat(kepler.isIdle()).isFalse();
        assertThat(kepler.setPendingLaunchLimit(8_192)).isEqualTo(CudaError.SUCCESS);
        assertThat(kepler.setSyncDepth(4)).isEqualTo(CudaError.SUCCESS);
    }

    @Test
    void theSynchronisationDepthOfADeviceThatRunsProgramsStaysAsItIs() {
        Host kepler = host("k20x", false);
        startLong(kepler);

        assertThat(kepler.setSyncDepth(4)).isEqualTo(CudaError.INVALID_VALUE);
        assertThat(kepler.limit(DeviceLimit.SYNC_DEPTH)).isEqualTo(2);
        kepler.synchronize();
        assertThat(kepler.setSyncDepth(4)).isEqualTo(CudaError.SUCCESS);
        assertThat(kepler.limit(DeviceLimit.SYNC_DEPTH)).isEqualTo(4);
    }

    @Test
    void aSmallerPoolHasPlacesForFewerLaunches() {
        Host small = new Machine(MachineSettings.of(Profiles.load("h200")).withStrict(true)).host();
        long errors = small.malloc(4 * 40);
        small.setPendingLaunchLimit(32);
        Kernel child = kernel(k -> k.nanosleep(u32(1_000_000)));
        start(
                small,
                kernel(k -> k.forLoop(s32(0), s32(40), s32(1), i -> {
                    var error = k.device()
                            .launch(KernelReference.to(child), u32(1), u32(1), DeviceRuntimeCalls.FIRE_AND_FORGET);
                    k.memory().store(ValueType.S32, k.element(u64(errors), i, 4), error);
                })));
        small.synchronize();

        int[] seen = small.memory().readInts(errors, 40);
        assertThat(seen).startsWith(new int[32]);
        for (int i = 32; i < 40; i++) {
            assertThat(seen[i]).as("launch %d", i).isEqualTo(701);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theHeapIsFixedOnceAKernelThatAllocatesHasBeenLaunched(boolean named) {
        Kernel allocating = kernel(k -> k.device().malloc(u64(16)));
        start(host, kernel(k -> k.printf("x")));
        assertThat(host.setHeapBytes(KIB)).isEqualTo(CudaError.SUCCESS);
        start(host, named ? naming(naming(allocating)) : allocating);

        assertThat(host.setHeapBytes(2 * KIB)).isEqualTo(CudaError.INVALID_VALUE);
        assertThat(host.getLastError()).isEqualTo(CudaError.INVALID_VALUE);
        assertThat(host.heapBytes()).isEqualTo(KIB);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void thePrintfFifoIsFixedOnceAKernelThatPrintsHasBeenLaunched(boolean named) {
        Kernel printing = kernel(k -> k.printf("x"));
        start(host, kernel(k -> k.device().malloc(u64(16))));
        assertThat(host.setPrintfFifoBytes(1024 * KIB)).isEqualTo(CudaError.SUCCESS);
        start(host, named ? naming(naming(printing)) : printing);

        assertThat(host.setPrintfFifoBytes(2 * KIB)).isEqualTo(CudaError.INVALID_VALUE);
        assertThat(host.getLastError()).isEqualTo(CudaError.INVALID_VALUE);
        assertThat(host.printfFifoBytes()).isEqualTo(1024 * KIB);
    }

    /** An H200 rounds up to 16 bytes. */
    @ParameterizedTest
    @CsvSource({"h200, false, 2064", "h200, true, 2050", "k20x, false, 2050"})
    void theStackIsSetOnceAllThatWasLaunchedBeforeHasEnded(String profile, boolean strict, long bytes) {
        Host busy = host(profile, strict);
        startLong(busy);

        assertThat(busy.setStackLimit(2_050)).isEqualTo(CudaError.SUCCESS);

        assertThat(busy.isIdle()).isTrue();
        assertThat(busy.limit(DeviceLimit.STACK_SIZE)).isEqualTo(bytes);
        assertThat(busy.setStackLimit(-1)).isEqualTo(CudaError.INVALID_VALUE);
        assertThat(busy.getLastError()).isEqualTo(CudaError.INVALID_VALUE);
    }

    @Test
    void aKernelThatNeedsMoreStackLetsTheLimitGrow() {
        start(host, kernel(k -> k.localArray(5_000)));

        assertThat(host.limit(DeviceLimit.STACK_SIZE)).isEqualTo(5_000);
    }

    @Test
    void aPreferenceOfTheDeviceIsInherited() {
        long words = host.malloc(8);
        Kernel child = kernel(
                k -> k.memory().store(ValueType.S32, u64(words), k.device().deviceGetCacheConfig()));
        host.setCacheConfig(CachePreference.L1);
        start(host, kernel(k -> {
            k.memory().store(ValueType.S32, u64(words + 4), k.device().deviceGetCacheConfig());
            k.device().launch(KernelReference.to(child), u32(1), u32(1), DeviceRuntimeCalls.NULL_STREAM);
        }));
        host.synchronize();

        assertThat(host.memory().readInts(words, 2))
                .containsExactly(CachePreference.L1.number(), CachePreference.L1.number());
    }

    /** An SM has 48 KiB, or 16 beside a large L1: room for four of these blocks, or for one at a time. */
    @Test
    void aKernelThatPrefersL1HasRoomForFewerBlocks() {
        Kernel kernel = kernel(k -> {
            k.sharedArray(12 * 1024);
            k.nanosleep(u32(1_000_000));
        });
        for (CachePreference preference : List.of(CachePreference.NONE, CachePreference.L1)) {
            Host kepler = new Machine(MachineSettings.of(Profiles.load("k20x", List.of("sm.count=1")))).host();
            kepler.setCacheConfig(kernel, preference);
            kepler.launch(kernel, LaunchShape.of(4, 1), kepler.defaultStream());
            kepler.synchronize();
            int turns = preference == CachePreference.L1 ? 4 : 1;
            assertThat(kepler.nowNanos()).as("%s", preference).isBetween(turns * 1e6, turns * 1e6 + 0.5e6);
        }
    }

    @Test
    void aKernelMayHaveAsMuchDynamicSharedMemoryAsTheHostLetsIt() {
        Kernel kernel = kernel(k -> k.sharedArray(1_000));
        LaunchShape shape = LaunchShape.of(1, 1).withShared(100 * KIB);
        // 48 KiB for all without asking, 227 KiB at the most.
        assertThat(host.dynamicSharedLimit(kernel)).isEqualTo(48 * 1024 - 1_000);
        assertThatThrownBy(() -> host.launch(kernel, shape, host.defaultStream()))
                .isInstanceOf(CudaException.class);

        assertThat(host.setDynamicSharedLimit(kernel, 100 * KIB)).isEqualTo(CudaError.SUCCESS);
        host.launch(kernel, shape, host.defaultStream());
        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
        assertThat(host.dynamicSharedLimit(kernel)).isEqualTo(100 * 1024);
        host.getLastError();
        assertThat(host.setDynamicSharedLimit(kernel, 227 * KIB)).isEqualTo(CudaError.INVALID_VALUE);
        assertThat(host.getLastError()).isEqualTo(CudaError.INVALID_VALUE);
        assertThat(host.dynamicSharedLimit(kernel)).isEqualTo(100 * 1024);
    }
}
