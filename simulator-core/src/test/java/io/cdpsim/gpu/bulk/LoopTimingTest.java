package io.cdpsim.gpu.bulk;

import static io.cdpsim.kernel.code.Operand.f32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.gpu.issue.PipeTiming;
import io.cdpsim.gpu.issue.WarpScheduler;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.BulkMix;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.RoundNumbers;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An iteration of loops whose time follows from the latency of what they wait for, or from the part of the SM that they keep busy. */
class LoopTimingTest {
    private static final int ADDITIONS = 10;

    private final GpuProfile profile = RoundNumbers.profile("sm.schedulers=1", "pipes.fp32.latency=6 cycles");
    private final LoopTiming loops = new LoopTiming(profile, new PipeTiming(profile.pipes()));

    private static BulkMix mix(int passes, Consumer<KernelBuilder> body) {
        return new BulkMix(List.of(Mixes.part(passes, body)));
    }

    /** Each addition needs the one before; the first needs nothing of the iteration before. */
    private static void additions(KernelBuilder k) {
        Operand sum = f32(1);
        for (int i = 0; i < ADDITIONS; i++) {
            sum = k.add(sum, sum);
        }
    }

    private double cycles(BulkMix mix, int warps, LoopTiming.Source source) {
        return loops.cyclesPerIteration(mix, warps, 1, source);
    }

    @Test
    void aLoneWarpWaitsForEachResultThatItNeeds() {
        assertThat(cycles(mix(1, LoopTimingTest::additions), 1, LoopTiming.Source.L1))
                .isEqualTo((ADDITIONS - 1) * 6 + 1);
    }

    /** Far more passes than are run instruction by instruction. */
    @Test
    void furtherPassesOfAnInnerLoopTakeAsLongAsTheFirst() {
        assertThat(cycles(mix(100, LoopTimingTest::additions), 1, LoopTiming.Source.L1))
                .isEqualTo(100.0 * ((ADDITIONS - 1) * 6 + 1));
    }

    @Test
    void manyWarpsKeepTheirSchedulerBusy() {
        assertThat(cycles(mix(1, LoopTimingTest::additions), 16, LoopTiming.Source.L1))
                .isCloseTo(16 * ADDITIONS, within(1.0));
    }

    /** Three registers at two a cycle; the next multiply-add finds its factors kept. */
    @Test
    void operandsAndResultsKeepASchedulerBusyToo() {
        GpuProfile ports = RoundNumbers.profile(
                "sm.schedulers=1",
                "pipes.special_function.width=32 lanes/cycle",
                "pipes.register_ports.reads_per_cycle=2",
                "pipes.register_ports.special_function=2 cycles");
        PipeTiming pipes = new PipeTiming(ports.pipes());
        BulkMix mix = mix(1, k -> {
            List<Register> r = k.registers(ValueType.F32, 8);
            k.multiplyAddInto(r.get(0), r.get(1), r.get(2), r.get(3));
            k.multiplyAddInto(r.get(4), r.get(1), r.get(2), r.get(5));
            k.compute(r.get(6), Opcode.RSQRT_F32, r.get(7));
        });
        assertThat(new LoopTiming(ports, pipes).cyclesPerIteration(mix, 16, 1, LoopTiming.Source.L1))
                .isCloseTo(16 * (1.5 + 1 + 3), within(1.0));
        WarpScheduler scheduler = WarpScheduler.ofSm(ports, pipes)[0];
        assertThat(scheduler.issueBulk(0, mix, 1_000)).isEqualTo(5_500);
    }

    private static Consumer<KernelBuilder> loadAndAdd(StateSpace space) {
        return k -> k.add(k.memory().load(space, ValueType.F32, u64(0), 0), f32(1));
    }

    /** The load, its latency, and the addition, behind which the next load issues. */
    @ParameterizedTest
    @CsvSource({"GLOBAL, L1, 30", "GLOBAL, L2, 200", "GLOBAL, DRAM, 700", "SHARED, DRAM, 25", "LOCAL, DRAM, 30"})
    void aLoneWarpWaitsForItsLoads(StateSpace space, LoopTiming.Source source, int latency) {
        assertThat(cycles(mix(1, loadAndAdd(space)), 1, source)).isEqualTo(latency + 1);
    }

    @Test
    void whereL1KeepsNoGlobalLoadsTheNearestIsL2() {
        GpuProfile uncached = RoundNumbers.profile("sm.schedulers=1", "l1.caches_global_loads=false");
        LoopTiming timing = new LoopTiming(uncached, new PipeTiming(uncached.pipes()));
        assertThat(timing.cyclesPerIteration(mix(1, loadAndAdd(StateSpace.GLOBAL)), 1, 1, LoopTiming.Source.L1))
                .isEqualTo(200 + 1);
    }

    /** A line each at 32 bytes a cycle. */
    @Test
    void manyWarpsLoadAtTheBandwidthOfL1() {
        assertThat(cycles(mix(1, loadAndAdd(StateSpace.GLOBAL)), 32, LoopTiming.Source.L1))
                .isCloseTo(32 * 4, within(1.0));
    }

    /** 16 bytes a lane are 4 passes through the banks of shared memory. */
    @Test
    void manyWarpsLoadAtTheBandwidthOfSharedMemory() {
        BulkMix mix = mix(1, k -> k.memory().loadVector(StateSpace.SHARED, ValueType.F32, 4, u64(0), 0));
        assertThat(cycles(mix, 32, LoopTiming.Source.L1)).isCloseTo(32 * 4, within(1.0));
    }

    /** Nobody waits for a store; it takes the way of a line. */
    @Test
    void aStoreHoldsUpOnlyTheUnit() {
        BulkMix mix = mix(1, k -> k.memory().store(StateSpace.GLOBAL, ValueType.F32, u64(0), 0, f32(1)));
        assertThat(cycles(mix, 1, LoopTiming.Source.DRAM)).isEqualTo(1);
    }

    @Test
    void aBarrierTakesItsLatency() {
        assertThat(cycles(mix(1, KernelBuilder::syncThreads), 1, LoopTiming.Source.L1))
                .isEqualTo(15);
    }
}
