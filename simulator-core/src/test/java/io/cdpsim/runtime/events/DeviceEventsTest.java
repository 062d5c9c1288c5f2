package io.cdpsim.runtime.events;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.FIRE_AND_FORGET;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.observe.RunEvent.BlockEvent;
import io.cdpsim.observe.RunEvent.EventWait;
import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunEvent.LaunchKind;
import io.cdpsim.observe.RunEvent.MemoryEvent;
import io.cdpsim.observe.RunEvent.MemoryEvent.Operation;
import io.cdpsim.observe.RunEvent.PoolEvent;
import io.cdpsim.observe.RunEvent.StuckBarrier;
import io.cdpsim.observe.RunEvent.WarningEvent;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.device.Device;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaVersion;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What listeners hear of what device code does. Expected cycles follow from the fields of the profiles. */
class DeviceEventsTest {
    private static final double GHZ = 1.98;
    private static final int MIB = 1 << 20;
    private static final long DRAM_LATENCY = 648;
    private static final double DRAM_BYTES_PER_NANO = 4_020;
    private static final int POOL = 64;

    private final Recording recording = Recording.ofAll();

    private Machine machine(String profile, String... overrides) {
        return new Machine(MachineSettings.of(Profiles.load(profile, List.of(overrides))), recording);
    }

    private static void run(Machine machine, Kernel kernel, int blocks, int threads) {
        Host host = machine.host();
        host.launch(kernel, LaunchShape.of(blocks, threads), host.defaultStream());
        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
    }

    @Test
    void aFillAndACopyOfDeviceCodeAreToldWithTheirGridAndStream() {
        Machine machine = machine("h200");
        long array = machine.host().malloc(2 * MIB);
        run(
                machine,
                Kernels.parent("parent", 0, k -> {
                    k.device().memsetAsync(u64(array), u32(0), u64(MIB), FIRE_AND_FORGET);
                    k.device().memcpyAsync(u64(array + MIB), u64(array), u64(MIB), u32(3), TAIL_LAUNCH);
                }),
                1,
                1);
        long grid = recording.only(GridEvent.Posted.class, each -> true).grid();
        MemoryEvent.Started fill =
                recording.only(MemoryEvent.Started.class, each -> each.operation() == Operation.FILL);
        MemoryEvent.Started copy =
                recording.only(MemoryEvent.Started.class, each -> each.operation() == Operation.COPY);
        assertThat(fill).isEqualTo(new MemoryEvent.Started(fill.timeCycles(), 0, Operation.FILL, grid, -1, MIB));
        assertThat(copy).isEqualTo(new MemoryEvent.Started(copy.timeCycles(), 0, Operation.COPY, grid, -1, MIB));
        long filled = recording
                .only(MemoryEvent.Ended.class, each -> each.operation() == Operation.FILL)
                .timeCycles();
        long copied = recording
                .only(MemoryEvent.Ended.class, each -> each.operation() == Operation.COPY)
                .timeCycles();
        double nanos = MIB / DRAM_BYTES_PER_NANO;
        assertThat(filled - fill.timeCycles()).isCloseTo(DRAM_LATENCY + Math.round(nanos * GHZ), within(1L));
        // Each byte is read and written.
        assertThat(copied - copy.timeCycles()).isCloseTo(DRAM_LATENCY + Math.round(2 * nanos * GHZ), within(1L));
        assertThat(copy.timeCycles()).isGreaterThan(filled);
    }

    @Test
    void aCopyIntoAStreamOfDeviceCodeIsToldInThatStream() {
        Machine machine = machine("k20x");
        long array = machine.host().malloc(4_096);
        run(
                machine,
                Kernels.parent("parent", 0, k -> {
                    Operand stream = k.device().streamCreateWithFlags();
                    Kernels.launch(k, Kernels.child("child", 1_000), 1, stream);
                    k.device().memsetAsync(u64(array), u32(0), u64(4_096), stream);
                }),
                1,
                1);
        GridEvent.Posted child = recording.only(GridEvent.Posted.class, each -> each.parent() != 0);
        MemoryEvent.Started fill = recording.only(MemoryEvent.Started.class, each -> true);
        assertThat(fill.stream()).isPositive().isEqualTo(child.stream());
        long completed = recording
                .only(GridEvent.Completed.class, each -> each.grid() == child.grid())
                .timeCycles();
        assertThat(fill.timeCycles()).isGreaterThanOrEqualTo(completed);
    }

    @Test
    void eachKindOfLaunchIsToldAsWhatItIs() {
        run(
                machine("h200"),
                Kernels.parent("parent", 0, k -> {
                    Kernels.launch(k, Kernels.child("stream", 0), 3, NULL_STREAM);
                    Kernels.launch(k, Kernels.child("forgotten", 0), 1, FIRE_AND_FORGET);
                    Kernels.launch(k, Kernels.child("tail", 0), 1, TAIL_LAUNCH);
                }),
                1,
                1);
        List<GridEvent.Posted> posted = recording.of(GridEvent.Posted.class);
        assertThat(posted.stream().map(GridEvent.Posted::launch))
                .containsExactly(LaunchKind.HOST, LaunchKind.STREAM, LaunchKind.FIRE_AND_FORGET, LaunchKind.TAIL);
        assertThat(posted.stream().map(GridEvent.Posted::depth)).containsExactly(0, 1, 1, 0);
        assertThat(posted.get(1).stream()).isPositive();
        assertThat(posted.get(2).stream()).isEqualTo(-1);
        assertThat(posted.get(3).stream()).isEqualTo(-1);
        assertThat(posted.get(1).blocks()).isEqualTo(3);
    }

    @Test
    void aStreamOfDeviceCodeThatWaitsForAnEventIsToldWhenItBeginsAndWhenItIsOver() {
        run(machine("h200"), Kernels.behindAnEvent(), 1, 1);
        GridEvent.Posted recorded =
                recording.only(GridEvent.Posted.class, each -> each.kernel().equals("recorded"));
        GridEvent.Posted behind =
                recording.only(GridEvent.Posted.class, each -> each.kernel().equals("behind"));
        long completed = recording
                .only(GridEvent.Completed.class, each -> each.grid() == recorded.grid())
                .timeCycles();
        List<EventWait> waits = recording.of(EventWait.class);
        assertThat(waits)
                .containsExactly(
                        new EventWait(waits.get(0).timeCycles(), 0, 1, behind.stream(), false),
                        new EventWait(completed, 0, 1, behind.stream(), true));
        assertThat(waits.get(0).timeCycles()).isBetween(recorded.timeCycles(), behind.timeCycles());
    }

    /** Rule SYNC-6: 16 blocks of an SM synchronise, and their children need it. */
    @Test
    void blocksThatSynchronizeOnAFullDeviceAreToldToLeaveAndToComeBack() {
        Machine machine = machine("k20x", "sm.count=1");
        KernelReference child = Kernels.child("child", 1_000);
        KernelBuilder k = new KernelBuilder("parent");
        k.device().launch(child, u32(1), u32(1), NULL_STREAM);
        k.device().deviceSynchronize();
        run(machine, k.build(), 16, 1);

        List<BlockEvent.SwappedOut> out = recording.of(BlockEvent.SwappedOut.class);
        List<BlockEvent.SwappedIn> in = recording.of(BlockEvent.SwappedIn.class);
        assertThat(out).isNotEmpty();
        assertThat((long) out.size())
                .isEqualTo(machine.devices().get(0).metrics().blocksSwappedOut());
        assertThat(in.stream().map(BlockEvent.SwappedIn::block))
                .containsExactlyInAnyOrderElementsOf(
                        out.stream().map(BlockEvent.SwappedOut::block).toList());
        for (BlockEvent.SwappedOut left : out) {
            assertThat(left.grid()).as("the parent").isEqualTo(1);
            BlockEvent.SwappedIn back = in.stream()
                    .filter(each -> each.block() == left.block() && each.timeCycles() > left.timeCycles())
                    .findFirst()
                    .orElseThrow();
            BlockEvent.Ended ended =
                    recording.only(BlockEvent.Ended.class, each -> each.grid() == 1 && each.block() == left.block());
            assertThat(ended.timeCycles()).isGreaterThan(back.timeCycles());
        }
        assertThat(recording.of(GridEvent.Completed.class)).hasSize(17);
    }

    /** A warp that nobody can notice runs ahead of the clock; 200 products and copies of 4 cycles each are 1,600 at least. */
    private static void compute(KernelBuilder k) {
        Operand.Register product = k.variable(u32(1));
        for (int i = 0; i < 200; i++) {
            k.assign(product, k.multiply(product, u32(3)));
        }
    }

    /** A lone lane's launch into the NULL stream takes its turn, per_lane, and then base, 11,600 cycles: its place is reported as taken when the turn is over. */
    @Test
    void aPlaceInThePoolIsToldAsTakenOnceTheCallHadItsTurn() {
        Machine machine = machine("h200");
        run(
                machine,
                Kernels.parent("parent", 0, k -> {
                    compute(k);
                    Kernels.launch(k, Kernels.child("child", 0), 1, NULL_STREAM);
                }),
                1,
                1);
        long posted = recording
                .only(GridEvent.Posted.class, each -> each.parent() != 0)
                .timeCycles();
        PoolEvent.Occupancy taken = recording.of(PoolEvent.Occupancy.class).get(0);
        assertThat(taken.fixedUsed()).isEqualTo(1);
        assertThat(posted - taken.timeCycles()).isEqualTo(11_600);
    }

    /** Nothing happens on the device while it sleeps, so that others may run ahead. */
    private static Kernel sleeping(String name) {
        KernelBuilder k = new KernelBuilder(name);
        k.nanosleep(u32(500_000));
        return k.build();
    }

    @Test
    void aWaitForAnEventIsToldWhenItsCallBegins() {
        Machine machine = machine("h200");
        run(
                machine,
                Kernels.parent("parent", 0, k -> {
                    Operand stream = k.device().streamCreateWithFlags();
                    Operand event = k.device().eventCreateWithFlags();
                    Kernels.launch(k, KernelReference.to(sleeping("recorded")), 1, stream);
                    k.device().eventRecord(event, stream);
                    compute(k);
                    k.device().streamWaitEvent(stream, event);
                }),
                1,
                1);
        long recorded = recording
                .only(GridEvent.Posted.class, each -> each.parent() != 0)
                .timeCycles();
        EventWait begins = recording.only(EventWait.class, each -> !each.over());
        // The record's own call takes 5,800 cycles.
        assertThat(begins.timeCycles() - recorded).isGreaterThanOrEqualTo(5_800 + 1_600);
    }

    /** What follows from the exit of threads that ran ahead is told at their time, in order. */
    @ParameterizedTest
    @ValueSource(strings = {"h200", "k20x"})
    void nothingIsToldBeforeWhatItFollowsFrom(String profile) {
        Machine machine = machine(profile);
        KernelBuilder child = new KernelBuilder("child");
        compute(child);
        KernelReference childReference = KernelReference.to(child.build());
        run(
                machine,
                Kernels.parent("parent", 0, k -> {
                    Kernels.launch(k, childReference, 1, NULL_STREAM);
                    Kernels.launch(k, childReference, 1, NULL_STREAM);
                }),
                1,
                1);
        for (GridEvent.BodyEnded ended : recording.of(GridEvent.BodyEnded.class)) {
            GridEvent.Completed completed =
                    recording.only(GridEvent.Completed.class, each -> each.grid() == ended.grid());
            assertThat(completed.timeCycles()).isGreaterThanOrEqualTo(ended.timeCycles());
        }
        List<PoolEvent.Occupancy> occupancy = recording.of(PoolEvent.Occupancy.class);
        assertThat(occupancy.stream().map(PoolEvent.Occupancy::timeCycles)).isSorted();
        long lastChild = recording.of(GridEvent.BodyEnded.class).stream()
                .filter(each -> each.grid() == 3)
                .findFirst()
                .orElseThrow()
                .timeCycles();
        assertThat(occupancy.get(occupancy.size() - 1).timeCycles()).isGreaterThanOrEqualTo(lastChild);
    }

    /** Rule NEST-2. */
    @Test
    void aBlockOfCdp1IsCompleteOnlyOnceWhatItLaunchedIs() {
        run(
                machine("k20x"),
                Kernels.parent("parent", 0, k -> Kernels.launch(k, Kernels.child("child", 50_000), 1, NULL_STREAM)),
                2,
                1);
        long child = recording
                .only(GridEvent.Completed.class, each -> each.grid() == 2)
                .timeCycles();
        long first = completionOfBlock(0);
        long second = completionOfBlock(1);
        assertThat(first).isGreaterThanOrEqualTo(child);
        assertThat(second).isLessThan(child);
        assertThat(second)
                .isEqualTo(recording
                        .only(BlockEvent.Ended.class, each -> each.grid() == 1 && each.block() == 1)
                        .timeCycles());
    }

    private long completionOfBlock(long block) {
        return recording
                .only(BlockEvent.Completed.class, each -> each.grid() == 1 && each.block() == block)
                .timeCycles();
    }

    /** 96 lanes launch into a pool of 64 behind a grid that takes long. */
    private Machine overflowing(String profile, String cuda) {
        KernelReference child = Kernels.child("child", 200_000);
        KernelBuilder k = new KernelBuilder("parent");
        k.device().launch(child, u32(1), u32(1), NULL_STREAM);
        Machine machine =
                new Machine(MachineSettings.of(Profiles.load(profile)).withCuda(CudaVersion.parse(cuda)), recording);
        assertThat(machine.host().setPendingLaunchLimit(POOL)).isEqualTo(CudaError.SUCCESS);
        run(machine, k.build(), 1, 96);
        return machine;
    }

    private void checkOccupancy(Device device) {
        List<PoolEvent.Occupancy> occupancy = recording.of(PoolEvent.Occupancy.class);
        PoolEvent.Occupancy last = occupancy.get(occupancy.size() - 1);
        assertThat(last.fixedUsed()).isZero();
        assertThat(last.virtualUsed()).isZero();
        assertThat(occupancy.stream()
                        .mapToLong(each -> each.fixedUsed() + each.virtualUsed())
                        .max())
                .hasValue(device.poolHighWater());
    }

    /** Rule POOL-6: the pool of an H200 has no virtualised part. */
    @Test
    void launchesThatThePoolRefusesAreToldAsOverflowsAndAsFailures() {
        Device device = overflowing("h200", "13.0").devices().get(0);
        checkOccupancy(device);
        List<PoolEvent.Overflow> overflows = recording.of(PoolEvent.Overflow.class);
        assertThat(overflows).hasSize(96 - POOL).allMatch(PoolEvent.Overflow::refused);
        assertThat(overflows)
                .allMatch(each -> each.parent() == 1 && each.kernel().equals("child"));
        List<GridEvent.LaunchFailed> failures = recording.of(GridEvent.LaunchFailed.class);
        assertThat(failures).hasSize(96 - POOL).allMatch(each -> each.errorCode() == 69);
        assertThat(device.runtimeMetrics().failedLaunches()).isEqualTo(96 - POOL);
        assertThat(device.runtimeMetrics().childLaunches()).isEqualTo(96);
        assertThat(device.poolHighWater()).isEqualTo(POOL);
    }

    /** Rule POOL-4. */
    @Test
    void launchesThatGoToTheVirtualizedPoolAreToldAsOverflowsAlone() {
        Device device = overflowing("k20x", "6.5").devices().get(0);
        checkOccupancy(device);
        assertThat(recording.of(PoolEvent.Overflow.class)).hasSize(96 - POOL).noneMatch(PoolEvent.Overflow::refused);
        assertThat(recording.of(GridEvent.LaunchFailed.class)).isEmpty();
        assertThat(device.virtualizedLaunches()).isEqualTo(96 - POOL);
        assertThat(device.poolHighWater()).isEqualTo(96);
        assertThat(recording.of(GridEvent.Completed.class)).hasSize(97);
    }

    @Test
    void aLaunchThatFailsForItsShapeIsNoOverflow() {
        Machine machine = machine("h200");
        run(
                machine,
                Kernels.parent(
                        "parent",
                        0,
                        k -> k.device().launch(Kernels.child("child", 0), u32(1), u32(1_025), FIRE_AND_FORGET)),
                1,
                1);
        GridEvent.LaunchFailed failed = recording.only(GridEvent.LaunchFailed.class, each -> true);
        assertThat(failed).isEqualTo(new GridEvent.LaunchFailed(failed.timeCycles(), 0, 1, "child", 9));
        assertThat(recording.of(PoolEvent.class)).isEmpty();
        assertThat(machine.devices().get(0).runtimeMetrics().failedLaunches()).isEqualTo(1);
    }

    /** Of two warps one comes to a barrier for 64 threads, and the other has gone. */
    @Test
    void aBarrierThatNobodyWillOpenIsTold() {
        KernelBuilder k = new KernelBuilder("half");
        k.ifThen(k.less(k.threadX(), u32(32)), () -> k.barrier(1, 64, false));
        Host host = machine("h200").host();
        host.launch(k.build(), LaunchShape.of(3, 64), host.defaultStream());
        assertThatThrownBy(host::synchronize).isInstanceOf(StuckException.class);
        List<StuckBarrier> stuck = recording.of(StuckBarrier.class);
        assertThat(stuck.stream().map(StuckBarrier::block)).containsExactlyInAnyOrder(0L, 1L, 2L);
        assertThat(stuck).allMatch(each -> each.grid() == 1 && each.warps() == 1);
    }

    @Test
    void aProgramThatIsStuckElsewhereTellsOfNoBarrier() {
        Machine machine = machine("h200");
        Host host = machine.host();
        long never = host.malloc(4);
        KernelBuilder k = new KernelBuilder("spin");
        k.doWhile(() -> k.equal(k.memory().loadVolatile(ValueType.U32, u64(never)), u32(0)));
        host.launch(k.build(), LaunchShape.of(1, 1), host.defaultStream());
        assertThatThrownBy(host::synchronize).isInstanceOf(StuckException.class);
        assertThat(recording.of(StuckBarrier.class)).isEmpty();
    }

    /** Rule MEM-8. */
    @Test
    void aWarningIsToldWithItsRule() {
        Machine machine = machine("h200");
        Host host = machine.host();
        long symbol = host.constantSymbol(4);
        host.launch(Kernels.spinning("grid", 100_000), LaunchShape.of(1, 1), host.createStream());
        host.spend(20_000);
        host.memcpyToSymbol(symbol, 1);
        host.synchronize();
        WarningEvent warning = recording.only(WarningEvent.class, each -> true);
        assertThat(warning.rule()).isEqualTo("MEM-8");
    }
}
