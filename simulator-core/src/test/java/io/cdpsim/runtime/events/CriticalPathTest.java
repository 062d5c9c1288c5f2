package io.cdpsim.runtime.events;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.observe.path.CriticalPath;
import io.cdpsim.observe.path.CriticalPathBreakdown;
import io.cdpsim.observe.path.CriticalPathBreakdown.CriticalPathComponent;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.host.HostEvent;
import io.cdpsim.runtime.host.HostStream;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the time of programs consists of whose times follow from the fields of their profiles. */
class CriticalPathTest {
    private static final double GHZ = 1.98;
    private static final long MIB = 1 << 20;
    private static final int SMS = 132;
    private static final long LONG = 100_000;
    /** A kernel's own few instructions, and what a spin takes beyond what it is told. */
    private static final long FEW = 500;

    private static final double LAUNCH_NANOS = 3_200;

    private final CriticalPath path = new CriticalPath();
    private final Recording recording = Recording.ofAll();

    private Machine machine(String profile, String... overrides) {
        return new Machine(MachineSettings.of(Profiles.load(profile, List.of(overrides))), path, recording);
    }

    private static long cycles(double nanos) {
        return Math.round(nanos * GHZ);
    }

    private CriticalPathBreakdown whole(Machine machine) {
        CriticalPathBreakdown parts = path.parts(machine.nowCycles());
        assertThat(parts.end() - parts.start()).isEqualTo(machine.nowCycles());
        return parts;
    }

    private static CriticalPathBreakdown run(
            CriticalPath path, Machine machine, Kernel kernel, int blocks, int threads) {
        Host host = machine.host();
        host.launch(kernel, LaunchShape.of(blocks, threads), host.defaultStream());
        host.synchronize();
        return path.parts(machine.nowCycles());
    }

    @Test
    void aGridThatSpinsComputesAndTheRestIsTheHosts() {
        Machine machine = machine("h200");
        CriticalPathBreakdown parts = run(path, machine, Kernels.spinning("grid", LONG), 1, 32);

        assertThat(parts.of(CriticalPathComponent.COMPUTING)).isBetween(LONG, LONG + FEW);
        assertThat(parts.of(CriticalPathComponent.HOST)).isBetween(cycles(LAUNCH_NANOS), machine.nowCycles() - LONG);
        assertThat(parts.of(CriticalPathComponent.LAUNCH_CALL) + parts.of(CriticalPathComponent.RESIDENT_GRID_SLOT))
                .isZero();
    }

    /** Each load gives the address of the next: there is nothing to do meanwhile. */
    @Test
    void aChainOfLoadsWaitsForMemory() {
        int loads = 200;
        Machine machine = machine("h200");
        long cell = machine.host().malloc(8);
        machine.host().memory().write(cell, (int) cell, (int) (cell >>> 32));
        KernelBuilder k = new KernelBuilder("chase");
        Operand at = k.memory().load(StateSpace.GLOBAL, ValueType.U64, u64(cell), 0);
        for (int i = 1; i < loads; i++) {
            at = k.memory().load(StateSpace.GLOBAL, ValueType.U64, at, 0);
        }
        CriticalPathBreakdown parts = run(path, machine, k.build(), 1, 1);
        long latency = machine.settings().profile().l1().latencyCycles();

        assertThat(parts.of(CriticalPathComponent.MEMORY)).isGreaterThanOrEqualTo((loads - 1) * latency);
        assertThat(parts.of(CriticalPathComponent.COMPUTING)).isLessThan(FEW);
    }

    @Test
    void aWarpThatWaitsAtABarrierHasWaitedForWhatTheLastOneDid() {
        Machine machine = machine("h200");
        KernelBuilder k = new KernelBuilder("barrier");
        k.ifThen(k.less(k.threadX(), u32(32)), () -> Kernels.spin(k, LONG));
        k.syncThreads();
        k.ifThen(k.less(u32(31), k.threadX()), () -> Kernels.spin(k, LONG));
        CriticalPathBreakdown parts = run(path, machine, k.build(), 1, 64);

        assertThat(parts.of(CriticalPathComponent.COMPUTING)).isBetween(2 * LONG, 2 * LONG + FEW);
    }

    @Test
    void aLaunchIsACallThenTheServerThenTheChild() {
        Machine machine = machine("h200");
        Kernel parent =
                Kernels.parent("parent", 0, k -> Kernels.launch(k, Kernels.child("child", LONG), 1, FIRE_AND_FORGET));
        CriticalPathBreakdown parts = run(path, machine, parent, 1, 1);
        int call = machine.settings().profile().launch().fireAndForget().call().callCycles(1);

        assertThat(parts.of(CriticalPathComponent.LAUNCH_CALL)).isBetween((long) call, call + 20L);
        assertThat(parts.of(CriticalPathComponent.COMPUTING)).isBetween(LONG, LONG + FEW);
        assertThat(parts.of(CriticalPathComponent.LAUNCH_SERVER)).isPositive();
        assertThat(parts.of(CriticalPathComponent.COMPLETION)).isPositive();
    }

    /** The threads of the parent end long after its child: nobody has waited for the child. */
    @Test
    void whatEndsLongBeforeTheLastIsNotOnThePath() {
        Machine machine = machine("h200");
        Kernel parent = Kernels.parent(
                "parent", 10 * LONG, k -> Kernels.launch(k, Kernels.child("child", LONG), 1, FIRE_AND_FORGET));
        CriticalPathBreakdown parts = run(path, machine, parent, 1, 1);

        assertThat(parts.of(CriticalPathComponent.COMPUTING)).isBetween(10 * LONG, 10 * LONG + FEW);
        assertThat(parts.of(CriticalPathComponent.LAUNCH_SERVER)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"1,1", "132,1", "133,2", "264,2", "265,3"})
    void aGridThatHasMoreBlocksThanThereIsRoomForIsAtWorkAllAlong(int blocks, int waves) {
        Machine machine = machine("h200", "sm.max_blocks=1");
        CriticalPathBreakdown parts = run(path, machine, Kernels.spinning("grid", LONG), blocks, 32);

        assertThat(parts.of(CriticalPathComponent.COMPUTING)).isBetween(waves * LONG, waves * (LONG + FEW));
        assertThat(parts.of(CriticalPathComponent.SM_ROOM)).isLessThan(waves * 5L * FEW);
    }

    private void twoStreams(Machine machine, int blocks) {
        Host host = machine.host();
        HostStream one = host.createStream();
        HostStream other = host.createStream();
        host.launch(Kernels.spinning("first", LONG), LaunchShape.of(blocks, 32), one);
        host.launch(Kernels.spinning("second", LONG), LaunchShape.of(1, 32), other);
        host.synchronize();
    }

    @Test
    void aGridWaitsForASlotWhereTheDeviceHoldsNoFurtherGrid() {
        Machine machine = machine("h200", "grid.max_resident_grids=1", "grid.max_resident_stream_grids=1");
        twoStreams(machine, 1);
        CriticalPathBreakdown parts = whole(machine);

        // It came to the block scheduler a launch of the host later than the first.
        assertThat(parts.of(CriticalPathComponent.RESIDENT_GRID_SLOT))
                .isCloseTo(LONG - cycles(LAUNCH_NANOS), within(5 * FEW));
        assertThat(parts.of(CriticalPathComponent.COMPUTING)).isBetween(LONG, LONG + FEW);
        assertThat(parts.of(CriticalPathComponent.SM_ROOM)).isLessThan(5 * FEW);
    }

    @Test
    void aGridWaitsForRoomWhereBlocksOfAnotherHoldTheSms() {
        Machine machine = machine("h200", "sm.max_blocks=1");
        twoStreams(machine, SMS);
        CriticalPathBreakdown parts = whole(machine);

        assertThat(parts.of(CriticalPathComponent.SM_ROOM)).isCloseTo(LONG - cycles(LAUNCH_NANOS), within(5 * FEW));
        assertThat(parts.of(CriticalPathComponent.COMPUTING)).isBetween(LONG, LONG + FEW);
        assertThat(parts.of(CriticalPathComponent.RESIDENT_GRID_SLOT)).isZero();
    }

    @Test
    void aDeviceSynchronisationGoesOnBehindTheChild() {
        Machine machine = machine("k20x");
        Kernel parent = Kernels.parent("parent", LONG, k -> {
            Kernels.launch(k, Kernels.child("child", LONG), 1, NULL_STREAM);
            k.device().deviceSynchronize();
        });
        CriticalPathBreakdown parts = run(path, machine, parent, 1, 1);

        assertThat(parts.of(CriticalPathComponent.COMPUTING)).isBetween(2 * LONG, 2 * LONG + 2 * FEW);
        assertThat(parts.of(CriticalPathComponent.LAUNCH_SERVER)).isPositive();
    }

    @Test
    void aGridBehindAnEventGoesOnFromWhatTheEventHasRecorded() {
        Machine machine = machine("h200");
        CriticalPathBreakdown parts = run(path, machine, Kernels.behindAnEvent(), 1, 1);

        assertThat(parts.of(CriticalPathComponent.COMPUTING)).isBetween(LONG, LONG + FEW);
    }

    @Test
    void aCopyIsOnThePathWithTheTimeForWhichItsBytesMove() {
        Machine machine = machine("h200");
        Host host = machine.host();
        long pinned = host.mallocHost(MIB);
        host.memcpyAsync(host.malloc(MIB), pinned, MIB, host.defaultStream());
        host.synchronize();

        assertThat(whole(machine).of(CriticalPathComponent.COPYING)).isCloseTo(cycles(400 + MIB / 55.4), within(2L));
    }

    /** The time before the first event and behind the second is not asked for. */
    @Test
    void aProgramThatMeasuresAPartOfItselfIsToldOfThatPart() {
        Machine machine = machine("h200");
        Host host = machine.host();
        HostStream stream = host.defaultStream();
        HostEvent begin = host.createEvent();
        HostEvent end = host.createEvent();
        long array = host.malloc(MIB);
        host.memcpyAsync(array, host.mallocHost(MIB), MIB, stream);
        host.synchronize();
        host.record(begin, stream);
        host.launch(Kernels.spinning("grid", LONG), LaunchShape.of(1, 32), stream);
        host.record(end, stream);
        host.memcpyAsync(array, host.mallocHost(MIB), MIB, stream);
        host.synchronize();
        long measured = cycles(1e6 * host.elapsedMillis(begin, end));
        CriticalPathBreakdown parts = path.parts(measured);

        assertThat(parts.start()).isEqualTo(begin.cycle());
        assertThat(parts.end()).isEqualTo(end.cycle());
        assertThat(parts.of(CriticalPathComponent.COMPUTING)).isBetween(LONG, LONG + FEW);
        assertThat(parts.of(CriticalPathComponent.COPYING)).isZero();
        assertThat(whole(machine).of(CriticalPathComponent.COPYING)).isGreaterThan(2 * cycles(MIB / 55.4));
    }

    /** As in workloads that add up the times of their steps. */
    @Test
    void severalMeasurementsAreAddedUp() {
        Machine machine = machine("h200");
        Host host = machine.host();
        HostStream stream = host.defaultStream();
        long measured = 0;
        for (int step = 0; step < 3; step++) {
            HostEvent begin = host.createEvent();
            HostEvent end = host.createEvent();
            host.record(begin, stream);
            host.launch(Kernels.spinning("grid", LONG), LaunchShape.of(1, 32), stream);
            host.record(end, stream);
            host.synchronize();
            host.spend(1_000_000);
            measured += cycles(1e6 * host.elapsedMillis(begin, end));
        }
        CriticalPathBreakdown parts = path.parts(measured);

        assertThat(parts.of(CriticalPathComponent.COMPUTING)).isBetween(3 * LONG, 3 * (LONG + FEW));
        assertThat(parts.end() - parts.start()).isEqualTo(measured);
    }

    /** Of what a stream waits for, the later decides: the host, which was busy for long, and not what was before it. */
    @Test
    void aHostThatIsBusyIsOnThePathAndWhatRunsBesideItIsNot() {
        Machine machine = machine("h200");
        Host host = machine.host();
        host.launch(Kernels.spinning("first", LONG), LaunchShape.of(1, 32), host.defaultStream());
        host.spend(500_000);
        host.launch(Kernels.spinning("second", LONG), LaunchShape.of(1, 32), host.defaultStream());
        host.synchronize();
        CriticalPathBreakdown parts = whole(machine);

        assertThat(parts.of(CriticalPathComponent.COMPUTING)).isBetween(LONG, LONG + FEW);
        assertThat(parts.of(CriticalPathComponent.HOST)).isGreaterThan(cycles(500_000));
    }
}
