package io.cdpsim.gpu.sm;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.profile.read.RoundNumbers;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** When the warps of a scheduler wait for its queue to the load-store unit, and when only those who need it do. */
class MemoryQueuesOfSmTest {
    private static final int LANES = 32;

    private final GpuProfile profile = RoundNumbers.profile("sm.schedulers=1", "pipes.integer.width=32 lanes/cycle");
    private SmLab lab = new SmLab(profile);
    private long array = lab.global().allocate(1 << 15);

    private void fresh() {
        lab = new SmLab(profile);
        array = lab.global().allocate(1 << 15);
    }

    /** Cycles between two reads of the clock, of which the first takes one. */
    private long cycles(Consumer<KernelBuilder> between) {
        fresh();
        KernelBuilder k = new KernelBuilder("k");
        k.sharedArray(LANES * 4);
        Register lane = k.threadX();
        // The addresses are there when the clock is read.
        k.add(k.element(u64(array), lane, 16), u64(0));
        Register start = k.special(SpecialRegister.CLOCK);
        between.accept(k);
        Register end = k.special(SpecialRegister.CLOCK);
        Warp warp = lab.block(k.build(), LANES).warp(0);
        lab.run(lab.sms().get(0), 0, warp);
        assertThat(lab.ended()).containsExactly(warp);
        return warp.state().value(end.index(), 0) - warp.state().value(start.index(), 0) - 1;
    }

    private long each(int few, int many, Consumer<KernelBuilder> access) {
        return (cycles(k -> repeat(many, k, access)) - cycles(k -> repeat(few, k, access))) / (many - few);
    }

    private static void repeat(int times, KernelBuilder k, Consumer<KernelBuilder> access) {
        for (int i = 0; i < times; i++) {
            access.accept(k);
        }
    }

    /** 32 lanes with 16 bytes each: 512 bytes, of which the port moves 32 a cycle. */
    @Test
    void aWarpThatLoadsMoreThanThePortMovesRunsAtThePortsRate() {
        assertThat(each(
                        20,
                        30,
                        k -> k.memory()
                                .loadVector(
                                        StateSpace.GLOBAL,
                                        ValueType.S32,
                                        4,
                                        k.element(u64(array), k.threadX(), 16),
                                        0)))
                .isEqualTo(512 / 32);
    }

    /** A cycle for each of 16 sectors of 32 bytes, where two lanes store to one, and about one for each of four lines but the first. */
    @Test
    void aWarpThatStoresMoreThanThePortMovesRunsAtThePortsRate() {
        int sectors = LANES * 16 / 32;
        int furtherLines = LANES * 16 / 128 - 1;
        assertThat(each(20, 30, k -> k.memory().store(ValueType.S32, k.element(u64(array), k.threadX(), 16), s32(1))))
                .isEqualTo(sectors + furtherLines);
    }

    /** Three cycles for each of the 16 sectors. */
    @Test
    void aWarpWhoseAtomicsExceedThePortRunsAtThePortsRate() {
        int sectors = LANES * 16 / 32;
        assertThat(each(
                        20,
                        30,
                        k -> k.memory()
                                .reduce(
                                        StateSpace.GLOBAL,
                                        AtomicOperation.ADD,
                                        ValueType.S32,
                                        k.element(u64(array), k.threadX(), 16),
                                        s32(1))))
                .isEqualTo(3L * sectors);
    }

    private void exchangeOnOneWord(KernelBuilder k) {
        k.memory().reduce(StateSpace.GLOBAL, AtomicOperation.EXCHANGE, ValueType.S32, u64(array), k.threadX());
    }

    /** Each further lane takes 5 cycles of the way to L2 and 13 there, where each atomic is behind the one before it. */
    @Test
    void aWarpWithContendedAtomicsContinuesAfterAllAnswers() {
        int further = LANES - 1;
        long oneByOne = cycles(this::exchangeOnOneWord);
        assertThat(oneByOne)
                .isGreaterThanOrEqualTo(
                        5L * further + 13L * further + profile.l2().atomicLatencyCycles());
    }

    @Test
    void aWarpWithoutContendedAtomicsContinuesInTheNextCycle() {
        assertThat(cycles(k -> k.memory()
                        .reduce(StateSpace.SHARED, AtomicOperation.ADD, ValueType.S32, k.and(u64(0), u64(0)), s32(1))))
                .isLessThan(20);
    }

    /** Lanes meet in the first atomic and not in the second, which is one of shared memory. */
    @Test
    void whoseLanesMeetOnceDoesNotWaitForThatAgain() {
        long once = cycles(this::exchangeOnOneWord);
        long both = cycles(k -> {
            exchangeOnOneWord(k);
            k.memory().reduce(StateSpace.SHARED, AtomicOperation.EXCHANGE, ValueType.S32, u64(0), s32(1));
        });
        // The lanes come to the word of shared memory one after the other.
        assertThat(both - once).isBetween(1L, 1L + LANES);
    }

    /** Another warp reads the clock again and again, and one loads in no lane, while the first waits for its atomic. */
    @Test
    void onlyUsersOfTheQueueWaitForIt() {
        fresh();
        KernelBuilder busy = new KernelBuilder("busy");
        exchangeOnOneWord(busy);
        Warp waiting = lab.block(busy.build(), LANES).warp(0);

        KernelBuilder k = new KernelBuilder("k");
        var never = k.less(s32(1), s32(0));
        k.special(SpecialRegister.CLOCK);
        Register start = k.special(SpecialRegister.CLOCK);
        for (int i = 0; i < 10; i++) {
            k.special(SpecialRegister.CLOCK);
        }
        Register middle = k.special(SpecialRegister.CLOCK);
        k.onlyWhere(never, true);
        k.memory().load(ValueType.S32, u64(array));
        Register end = k.special(SpecialRegister.CLOCK);
        Warp other = lab.block(k.build(), LANES).warp(0);
        sm().waits(other, 1);
        lab.run(sm(), 0, waiting);
        long first = other.state().value(start.index(), 0);
        assertThat(other.state().value(middle.index(), 0) - first).isBetween(11L, 13L);
        // The comparison whose lanes the load is for is under way for 13 cycles.
        assertThat(other.state().value(end.index(), 0) - first).isBetween(12L, 20L);
    }

    private Sm sm() {
        return lab.sms().get(0);
    }

    @Test
    void aFenceOfTheDeviceWaitsForTheAtomicsBeforeItAndOneOfTheBlockDoesNot() {
        GpuProfile shortFences = RoundNumbers.profile("sm.schedulers=1", "synchronization.fence_device=10 cycles");
        for (Scope scope : new Scope[] {Scope.BLOCK, Scope.DEVICE}) {
            SmLab fences = new SmLab(shortFences);
            long word = fences.global().allocate(4);
            KernelBuilder k = new KernelBuilder("k");
            Register start = k.special(SpecialRegister.CLOCK);
            k.memory().reduce(StateSpace.GLOBAL, AtomicOperation.ADD, ValueType.S32, u64(word), u32(1));
            k.memory().fence(scope);
            Register end = k.special(SpecialRegister.CLOCK);
            Warp warp = fences.block(k.build(), 1).warp(0);
            fences.run(fences.sms().get(0), 0, warp);
            long took = warp.state().value(end.index(), 0) - warp.state().value(start.index(), 0);
            if (scope == Scope.BLOCK) {
                assertThat(took).isEqualTo(2 + shortFences.synchronization().fenceBlockCycles());
            } else {
                assertThat(took).isGreaterThan(shortFences.l2().atomicLatencyCycles());
            }
        }
    }

    /** The first warp is told to come again at cycle 400; the second reads a clock each cycle meanwhile. */
    @Test
    void aWarpThatWaitsForItsTurnOfACallTakesNoIssueSlots() {
        fresh();
        RecordedCalls calls = new RecordedCalls();
        calls.turn = 400;
        lab.calls(calls);
        KernelBuilder caller = new KernelBuilder("caller");
        caller.device().getLastError();
        KernelBuilder k = new KernelBuilder("k");
        Register[] clocks = new Register[200];
        for (int i = 0; i < clocks.length; i++) {
            clocks[i] = k.special(SpecialRegister.CLOCK);
        }
        Warp calling = lab.block(caller.build(), LANES).warp(0);
        Warp reading = lab.block(k.build(), LANES).warp(0);
        sm().waits(reading, 5);
        lab.run(sm(), 0, calling);
        assertThat(calls.told).containsExactly("call of 32 at 400");
        for (int i = 0; i < clocks.length; i++) {
            assertThat(reading.state().value(clocks[i].index(), 0)).isEqualTo(5 + i);
        }
    }

    /** When the clock is read behind a fence behind additions of all lanes to one word, on a GPU on which they are added up on the way. */
    private static long fencedAdditions(boolean valuesWanted) {
        SmLab sums = new SmLab(Profiles.load(
                "k20c", List.of("l2.same_address_atomic=13 cycles", "synchronization.fence_device=10 cycles")));
        long word = sums.global().allocate(8);
        EmittedCode k = new EmittedCode();
        int old = k.register();
        int lane = k.special(SpecialRegister.LANE);
        // From here on L2 holds the word.
        int loaded = k.op(Opcode.LOAD, EmittedCode.access(StateSpace.GLOBAL, ValueType.S32), k.address(word));
        k.into(lane, Opcode.ADD_I32, Modifiers.NONE, lane, loaded);
        k.into(
                valuesWanted ? old : -1,
                Opcode.ATOMIC,
                new Modifiers.Atomic(
                        StateSpace.GLOBAL,
                        // Words of 32 bits would be joined before.
                        ValueType.U64,
                        AtomicOperation.ADD,
                        valuesWanted,
                        MemoryOrder.RELAXED,
                        Scope.DEVICE,
                        0),
                k.address(word),
                lane);
        k.into(-1, Opcode.FENCE, new Modifiers.Fence(Scope.DEVICE, true));
        int clock = k.special(SpecialRegister.CLOCK);
        Warp warp = sums.block(k.build(), LANES).warp(0);
        sums.run(sums.sms().get(0), 0, warp);
        assertThat(sums.global().loadInt(word)).isEqualTo(31 * 32 / 2);
        return warp.state().value(clock, 0);
    }

    /** In L2 each lane behind the first takes its 13 cycles only if somebody wants to know what it found. */
    @Test
    void additionsToOneWordWithoutReturnedValuesAreOneL2Request() {
        assertThat(fencedAdditions(true) - fencedAdditions(false)).isEqualTo(13L * (LANES - 1));
    }
}
