package io.cdpsim.runtime;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.observe.Timeline;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The report of a stuck program, word for word: from what the host waits for, by what holds the grids up, to where threads wait. */
class StuckReportTest {
    private static final String SINCE = "stuck since #.# us: nothing can make progress any more";
    private static final String HOST = "\n  the host waits for everything on the device (cudaDeviceSynchronize)";

    private final Timeline timeline = new Timeline();
    private final Machine machine = new Machine(MachineSettings.of(Profiles.load("h200")), timeline);
    private final Host host = machine.host();
    private final long flag = host.malloc(4);

    private KernelReference setter(String name) {
        KernelBuilder k = new KernelBuilder(name);
        k.memory().storeVolatile(ValueType.S32, u64(flag), s32(1));
        return KernelReference.to(k.build());
    }

    private void poll(KernelBuilder k) {
        k.at("poll of the flag");
        k.doWhile(() -> k.equal(k.memory().loadVolatile(ValueType.S32, u64(flag)), s32(0)));
    }

    private static void launch(KernelBuilder k, KernelReference child, Operand stream) {
        k.device().launch(child, u32(1), u32(1024), stream);
    }

    private void assertStuck(Kernel kernel, LaunchShape shape, String explanation) {
        host.launch(kernel, shape, host.defaultStream());
        assertThatThrownBy(host::synchronize)
                .isInstanceOfSatisfying(
                        StuckException.class,
                        e -> assertThat(String.valueOf(e.getMessage()).replaceFirst("since [0-9.]+ us", "since #.# us"))
                                .isEqualTo(SINCE + HOST + explanation));
    }

    @Test
    void aParentThatPollsForTheSecondOfTwoChildrenBehindItself() {
        KernelReference first = KernelReference.to(pollingChild());
        KernelReference second = setter("second");
        KernelBuilder k = new KernelBuilder("parent");
        launch(k, first, DeviceRuntimeCalls.NULL_STREAM);
        launch(k, second, DeviceRuntimeCalls.NULL_STREAM);
        assertStuck(
                k.build(),
                LaunchShape.of(1, 1),
                "\n  grid 3 (second), launched by grid 1 (parent), waits for what is before it in its stream"
                        + "\n  grid 2 (first): 32 warps spinning at: poll of the flag (such as block 0, warp 0)");
    }

    private Kernel pollingChild() {
        KernelBuilder k = new KernelBuilder("first");
        poll(k);
        return k.build();
    }

    @Test
    void aParentThatPollsForItsTailLaunch() {
        KernelReference tail = setter("tail");
        KernelBuilder k = new KernelBuilder("parent");
        launch(k, tail, DeviceRuntimeCalls.TAIL_LAUNCH);
        poll(k);
        assertStuck(
                k.build(),
                LaunchShape.of(1, 1),
                "\n"
                        + "  grid 2 (tail) is a tail launch of grid 1 (parent) and cannot start before that has ended"
                        + " (rule TAIL-2)\n"
                        + "  grid 1 (parent): 1 warp spinning at: poll of the flag (block 0, warp 0)");
    }

    @Test
    void aParentThatFillsTheDeviceAndPollsForItsChild() {
        KernelReference child = setter("child");
        KernelBuilder k = new KernelBuilder("parent");
        k.ifThen(k.equal(k.globalThreadX(), u32(0)), () -> launch(k, child, DeviceRuntimeCalls.FIRE_AND_FORGET));
        poll(k);
        assertStuck(
                k.build(),
                LaunchShape.of(264, 1024),
                "\n"
                        + "  grid 2 (child): 1 of its 1 blocks of 1024 threads have no SM; 264 would fit on an empty"
                        + " device, but the blocks that wait here hold the SMs; launch fewer of them, so that there is"
                        + " room\n"
                        + "  grid 1 (parent): 8448 warps spinning at: poll of the flag (such as block 0, warp 0)");
    }

    /** Each block waits until all have arrived; 132 SMs hold two blocks of 1,024 threads each. */
    @Test
    void aPersistentGridOfOneBlockMoreThanFits() {
        KernelBuilder k = new KernelBuilder("persistent");
        k.ifThen(k.equal(k.threadX(), u32(0)), () -> {
            k.memory().atomic(AtomicOperation.ADD, ValueType.S32, u64(flag), s32(1));
            k.at("wait for all blocks");
            k.doWhile(() -> k.less(k.memory().loadVolatile(ValueType.S32, u64(flag)), s32(265)));
        });
        k.at("end of the wait");
        k.syncThreads();
        assertStuck(
                k.build(),
                LaunchShape.of(265, 1024),
                "\n"
                        + "  grid 1 (persistent): 1 of its 265 blocks of 1024 threads has no SM; 132 SMs hold 2 each, so"
                        + " only 264 fit at once, and none of those ends while it waits for the others; launch at most 264"
                        + " blocks, or do not wait between blocks\n"
                        + "  grid 1 (persistent): 264 warps spinning at: wait for all blocks (such as block 0, warp 0)\n"
                        + "  grid 1 (persistent): 8184 warps waiting for others of the block at: end of the wait (such as"
                        + " block 0, warp 1)");
    }

    /** A launch bomb that an H200 may not end (M-1) ends here, and says so; one level of launches is no such bomb. */
    @ParameterizedTest
    @CsvSource({"1,0", "3,1"})
    void overflowOfNestedLaunchesIsWarnedOfOnce(int depth, int warnings) {
        host.setPendingLaunchLimit(32);
        KernelBuilder k = new KernelBuilder("bomb");
        Operand left = k.parameter(ValueType.S32);
        k.returnIf(k.equal(left, s32(0)));
        k.device().launch(k.self(), u32(1), u32(64), DeviceRuntimeCalls.FIRE_AND_FORGET, k.subtract(left, s32(1)));
        host.launch(k.build(), LaunchShape.of(1, 64), host.defaultStream(), depth);

        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
        assertThat(timeline.failures()).isNotEmpty();
        assertThat(timeline.warnings()).hasSize(warnings).allSatisfy(warning -> {
            assertThat(warning.rule()).isEqualTo("M-1");
            assertThat(warning.message())
                    .isEqualTo("kernel bomb, itself launched from the device, launches bomb while all 32 slots of the"
                            + " pending-launch pool are in use; the launch is refused and the run continues,"
                            + " but on an H200 some programs that did this never ended: check the error of each"
                            + " launch, or set a larger cudaLimitDevRuntimePendingLaunchCount");
        });
    }
}
