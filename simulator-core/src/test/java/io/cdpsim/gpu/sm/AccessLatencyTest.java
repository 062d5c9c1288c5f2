package io.cdpsim.gpu.sm;

import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.RoundNumbers;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One thread alone on an SM whose every access gives the address of the next, and reads the clock before and behind them. */
class AccessLatencyTest {
    /** Of memory at home in one part of L2. */
    private static final int STRETCH = 4_096;

    private static final int STEPS = 20;
    private static final int MORE_STEPS = 50;

    private final GpuProfile profile = RoundNumbers.profile();

    private static final class Run {
        final SmLab lab;
        final long cell;
        final long otherCell;
        final long hostCell;

        Run(GpuProfile profile) {
            lab = new SmLab(profile);
            cell = lab.global().allocate(2 * STRETCH);
            lab.global().storeLong(cell, cell);
            otherCell = cell + STRETCH;
            lab.global().storeLong(otherCell, otherCell);
            hostCell = lab.mapped().allocate(8);
            lab.mapped().storeLong(hostCell, hostCell);
        }

        /** Cycles between two reads of the clock, with something between. */
        long cycles(Consumer<KernelBuilder> between) {
            KernelBuilder k = new KernelBuilder("k");
            Register start = k.special(SpecialRegister.CLOCK);
            between.accept(k);
            Register end = k.special(SpecialRegister.CLOCK);
            Warp warp = run(k.build());
            return warp.state().value(end.index(), 0) - warp.state().value(start.index(), 0);
        }

        private Warp run(Kernel kernel) {
            Warp warp = lab.block(kernel, 1).warp(0);
            lab.run(lab.sms().get(0), 0, warp);
            assertThat(lab.ended()).contains(warp);
            return warp;
        }
    }

    /** Cycles of a step, of those that come behind the first few. */
    private long each(BiFunction<KernelBuilder, Operand, Operand> step, BiFunction<Run, KernelBuilder, Operand> first) {
        return (chain(step, first, MORE_STEPS) - chain(step, first, STEPS)) / (MORE_STEPS - STEPS);
    }

    private long chain(
            BiFunction<KernelBuilder, Operand, Operand> step,
            BiFunction<Run, KernelBuilder, Operand> first,
            int steps) {
        Run run = new Run(profile);
        return run.cycles(k -> {
            Operand at = first.apply(run, k);
            for (int i = 0; i < steps; i++) {
                at = step.apply(k, at);
            }
            k.add(at, u64(1));
        });
    }

    private static BiFunction<KernelBuilder, Operand, Operand> load(StateSpace space) {
        return (k, at) -> k.memory().load(space, ValueType.U64, at, 0);
    }

    private static Operand globalCell(Run run, KernelBuilder k) {
        return u64(run.cell);
    }

    @Test
    void aLoadFromGlobalMemoryTakesTheLatencyOfL1() {
        assertThat(each(load(StateSpace.GLOBAL), AccessLatencyTest::globalCell))
                .isEqualTo(profile.l1().latencyCycles());
    }

    @Test
    void aVolatileLoadTakesTheLatencyOfL2() {
        assertThat(each((k, at) -> k.memory().loadVolatile(ValueType.U64, at), AccessLatencyTest::globalCell))
                .isEqualTo(profile.l2().latencyCycles());
    }

    @Test
    void aTextureFetchTakesTheLatencyOfL2() {
        assertThat(each((k, at) -> k.memory().loadTexture(ValueType.U64, at), AccessLatencyTest::globalCell))
                .isEqualTo(profile.l2().latencyCycles());
    }

    @Test
    void aLoadOfTheHostsMemoryTakesTheLatencyOfTheLink() {
        assertThat(each(load(StateSpace.GENERIC), (run, k) -> u64(run.hostCell)))
                .isEqualTo(profile.hostLink().mappedLoadLatencyCycles());
    }

    /** What nobody has written there is 0, which is the address of the next. */
    @ParameterizedTest
    @CsvSource({"SHARED, 25", "LOCAL, 30"})
    void aLoadFromMemoryOnTheSmTakesItsLatency(StateSpace space, long latency) {
        assertThat(each(load(space), (run, k) -> {
                    k.sharedArray(64);
                    k.localArray(64);
                    return u64(0);
                }))
                .isEqualTo(latency);
    }

    /** One cell is at home near to the SM and the other is not. */
    @Test
    void anAtomicOnGlobalMemoryTakesTheLatencyOfAtomicsAndLongerFromFarAway() {
        BiFunction<KernelBuilder, Operand, Operand> add =
                (k, at) -> k.memory().atomic(AtomicOperation.ADD, ValueType.U64, at, u64(0));
        long here = each(add, AccessLatencyTest::globalCell);
        long there = each(add, (run, k) -> u64(run.otherCell));
        int latency = profile.l2().atomicLatencyCycles();
        assertThat(List.of(here, there))
                .containsExactlyInAnyOrder(
                        (long) latency, (long) latency + profile.l2().remotePartitionCycles());
    }

    @Test
    void anAtomicOnSharedMemoryTakesItsLatency() {
        Modifiers.Atomic exchange = new Modifiers.Atomic(
                StateSpace.SHARED, ValueType.U64, AtomicOperation.EXCHANGE, true, MemoryOrder.RELAXED, Scope.BLOCK, 0);
        assertThat(each((k, at) -> k.memory().atomic(at, u64(0), u64(0), exchange), (run, k) -> {
                    k.sharedArray(64);
                    return u64(0);
                }))
                .isEqualTo(profile.shared().atomicLatencyCycles());
    }

    private long fences(GpuProfile on, Scope scope, int count, Consumer<KernelBuilder> before) {
        return new Run(on).cycles(k -> {
            before.accept(k);
            for (int i = 0; i < count; i++) {
                k.memory().fence(scope);
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"BLOCK, 9", "DEVICE, 310", "SYSTEM, 1230"})
    void aFenceTakesWhatItsScopeDoes(Scope scope, long cycles) {
        assertThat(fences(profile, scope, 7, k -> {}) - fences(profile, scope, 3, k -> {}))
                .isEqualTo(4 * cycles);
    }

    /** The store issues a cycle behind the clock and has reached L2 200 cycles later, the fence another cycle behind it; one to the device then goes on. */
    @ParameterizedTest
    @CsvSource({"BLOCK, 11", "DEVICE, 241", "SYSTEM, 201"})
    void aFenceWiderThanABlockWaitsForTheStoresBeforeIt(Scope scope, long cycles) {
        Run run = new Run(RoundNumbers.profile(
                "synchronization.fence_device=10 cycles", "synchronization.fence_system=10 cycles"));
        assertThat(run.cycles(k -> {
                    k.memory().store(ValueType.U64, u64(run.cell), u64(7));
                    k.memory().fence(scope);
                }))
                .isEqualTo(cycles);
    }

    @ParameterizedTest
    @CsvSource({"BLOCK, 11", "DEVICE, 312", "SYSTEM, 2001"})
    void aFenceOfTheSystemWaitsForTheLoadsOverTheLink(Scope scope, long cycles) {
        Run run = new Run(RoundNumbers.profile("synchronization.fence_system=320 cycles"));
        assertThat(run.cycles(k -> {
                    k.memory().load(StateSpace.GENERIC, ValueType.U64, u64(run.hostCell), 0);
                    k.memory().fence(scope);
                }))
                .isEqualTo(cycles);
    }

    @Test
    void aStoreHoldsItsThreadForACycleOnly() {
        Run run = new Run(profile);
        assertThat(run.cycles(k -> k.memory().store(ValueType.U64, u64(run.cell), u64(7))))
                .isEqualTo(2);
    }

    @Test
    void aPauseTakesItsNanoseconds() {
        assertThat(new Run(profile).cycles(k -> k.nanosleep(u32(777)))).isEqualTo(1 + 777);
    }
}
