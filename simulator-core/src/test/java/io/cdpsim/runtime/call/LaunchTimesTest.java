package io.cdpsim.runtime.call;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.code.Operand.u32;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.observe.Timeline;
import io.cdpsim.observe.Timeline.GridLifetime;
import io.cdpsim.profile.DeviceLaunchSpec.ContendedCallSpec;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.launch.RuntimeMetrics;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long warps are in launches, with places in the pool and without. */
class LaunchTimesTest {
    private static final int POOL = 32;

    /** Longer than any program here. */
    private static final int FOR_EVER = 50_000_000;

    /** Looking through the pool takes 5,000 cycles and 20 a slot. */
    private static final int SEARCH = 5_000 + 20 * POOL;

    private final ParentLab lab = ParentLab.on(
            "h200",
            "limits.pending_launches=" + POOL,
            "launch.pool.take=0 cycles",
            "launch.pool.take_per_lane=0 cycles",
            "launch.pool.search=5000 cycles",
            "launch.pool.search_per_slot=20 cycles");

    private final ContendedCallSpec call =
            lab.host().device().profile().launch().fireAndForget().call();

    private static void launchTwice(KernelBuilder k) {
        KernelReference child = ParentLab.child("child", FOR_EVER);
        for (int i = 0; i < 2; i++) {
            k.device().launch(child, u32(1), u32(1), FIRE_AND_FORGET);
        }
    }

    private static long launchCycles(ParentLab of) {
        return of.host().device().metrics().warpLaunchCycles();
    }

    @Test
    void aWarpThatFindsNoPlaceIsInTheCallForAsLongAsItLooks() {
        lab.run(1, 32, LaunchTimesTest::launchTwice);

        assertThat(launchCycles(lab)).isEqualTo(call.callCycles(32) + SEARCH);
        long first = lab.grids("child").get(0).posted();
        assertThat(lab.timeline().failures()).hasSize(32);
        assertThat(lab.timeline().failures())
                .extracting(Timeline.Failure::timeCycles)
                .allSatisfy(time -> assertThat(time - first).isBetween((long) SEARCH, SEARCH + 100L));
    }

    /** 20 lanes, and 20 more of which 12 get the places that are left: they alone have work to do behind the search. */
    @Test
    void lanesThatFindAPlaceLaunchBehindTheSearch() {
        lab.run(1, 20, LaunchTimesTest::launchTwice);

        assertThat(launchCycles(lab)).isEqualTo(call.callCycles(20) + SEARCH + call.callCycles(12));
        assertThat(lab.grids("child")).hasSize(POOL);
        assertThat(lab.timeline().failures()).hasSize(8);
    }

    @Test
    void aCallThatFillsThePoolToItsLastPlaceLooksForNothing() {
        lab.run(1, 16, LaunchTimesTest::launchTwice);

        assertThat(launchCycles(lab)).isEqualTo(2L * call.callCycles(16));
        assertThat(lab.timeline().failures()).isEmpty();
    }

    @Test
    void whereNothingIsKnownOfASearchACallThatIsRefusedTakesAsLongAsOthers() {
        ParentLab unknown = ParentLab.on(
                "h200",
                "limits.pending_launches=" + POOL,
                "launch.pool.take=0 cycles",
                "launch.pool.take_per_lane=0 cycles",
                "launch.pool.search=0 cycles",
                "launch.pool.search_per_slot=0 cycles");
        unknown.run(1, 32, LaunchTimesTest::launchTwice);

        assertThat(launchCycles(unknown)).isEqualTo(2L * call.callCycles(32));
        assertThat(unknown.timeline().failures()).hasSize(32);
    }

    @Test
    void aCallThatIsNoLaunchLooksForNoPlace() {
        lab.run(1, 32, k -> {
            k.device().launch(ParentLab.child("child", FOR_EVER), u32(1), u32(1), FIRE_AND_FORGET);
            k.device().getDevice();
        });

        assertThat(launchCycles(lab)).isEqualTo(call.callCycles(32));
    }

    /** By CUDA's numbers: 69 for want of a place, 9 for a shape that no grid has. */
    @Test
    void refusalsAreCountedByTheirReason() {
        lab.run(1, 20, k -> {
            launchTwice(k);
            k.device().launch(ParentLab.child("wrong", 0), u32(1), u32(2_000), FIRE_AND_FORGET);
        });

        RuntimeMetrics metrics = lab.host().device().runtimeMetrics();
        assertThat(metrics.refusedByPool()).isEqualTo(Map.of(69, 8L));
        assertThat(metrics.failedByCode()).isEqualTo(Map.of(9, 20L));
        assertThat(metrics.failedLaunches()).isEqualTo(28);
        assertThat(metrics.childLaunches()).isEqualTo(60);
    }

    @Test
    void noChildStartsBeforeTheCallOfItsWarpHasReturned() {
        ParentLab wide = ParentLab.on("h200");
        wide.run(1, 32, k -> k.device().launch(ParentLab.child("child", 0), u32(1), u32(1), NULL_STREAM));

        long end = wide.grid("parent").started() + call.callCycles(32);
        assertThat(wide.grids("child"))
                .hasSize(32)
                .extracting(GridLifetime::started)
                .allSatisfy(started -> assertThat(started).isGreaterThan(end));
    }

    /** So many launches as fill some chunks of buffers, each of which fails in its stream. */
    @ParameterizedTest
    @ValueSource(ints = {0, 0x4000})
    void aBufferIsGivenBackWhetherItsLaunchFailsOrNot(int stream) {
        Machine machine = new Machine(MachineSettings.of(Profiles.load("h200")));
        KernelReference child = ParentLab.child("child", 0);
        long[] free = new long[2];
        for (int run = 0; run < 2; run++) {
            CodeLab code = new CodeLab(machine);
            int one = code.constant(1);
            for (int i = 0; i < (run == 0 ? 1 : 40); i++) {
                int function = code.op(Opcode.KERNEL_ADDRESS, new Modifiers.KernelAddress(child));
                int buffer = code.call(new Modifiers.Device(
                        DeviceCall.GET_PARAMETER_BUFFER_V2,
                        List.of(one, one, one, one, one, one, code.constant(0)),
                        null,
                        function,
                        false));
                code.call(DeviceCall.LAUNCH_BUFFER_V2, buffer, code.constant(stream));
            }
            long before = machine.host().freeMemory();
            code.run(1);
            free[run] = before - machine.host().freeMemory();
        }

        // The first launch takes a chunk of buffers, which then suffices.
        assertThat(free[0]).isPositive();
        assertThat(free[1]).isZero();
    }
}
