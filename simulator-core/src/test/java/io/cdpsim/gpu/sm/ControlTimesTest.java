package io.cdpsim.gpu.sm;

import static io.cdpsim.kernel.code.Operand.f32;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.builder.CodeEmitter;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelAttributes;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.CachePolicy;
import io.cdpsim.kernel.code.Modifiers.ShuffleMode;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.ParameterLayout;
import io.cdpsim.kernel.code.RegisterType;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.RoundNumbers;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** How long it takes until a warp goes on behind branches, calls, returns and exits of some of its lanes. */
class ControlTimesTest {
    private static final int JUMP = 10;
    private static final int NONE = Instruction.NO_OPERAND;

    private final GpuProfile profile = RoundNumbers.profile(
            "sm.schedulers=1",
            "pipes.integer.width=32 lanes/cycle",
            "pipes.control.latency=10 cycles",
            "pipes.predicate_latency=14 cycles");
    private final SmLab lab = new SmLab(profile);

    private Warp run(Kernel kernel, int threads) {
        Warp warp = lab.block(kernel, threads).warp(0);
        lab.run(lab.sms().get(0), 0, warp);
        assertThat(lab.ended()).containsExactly(warp);
        return warp;
    }

    /** Cycles between two reads of the clock in lane 0, one of which is the first read's own. */
    private long cycles(Consumer<KernelBuilder> between) {
        SmLab fresh = new SmLab(profile);
        KernelBuilder k = new KernelBuilder("k");
        Register start = k.special(SpecialRegister.CLOCK);
        between.accept(k);
        Register end = k.special(SpecialRegister.CLOCK);
        Warp warp = fresh.block(k.build(), 32).warp(0);
        fresh.run(fresh.sms().get(0), 0, warp);
        assertThat(fresh.ended()).containsExactly(warp);
        return warp.state().value(end.index(), 0) - warp.state().value(start.index(), 0) - 1;
    }

    /** The counter is increased beside the comparison; an addition takes 4 cycles, then the comparison its 14. */
    @Test
    void aLoopTakesItsConditionAndAJumpATurn() {
        assertThat(turns(30) - turns(10)).isEqualTo(20 * (4 + 14 + JUMP));
    }

    private long turns(int turns) {
        return cycles(k -> {
            Register count = k.variable(s32(0));
            k.doWhile(() -> {
                k.increment(count, s32(1));
                return k.less(count, s32(turns));
            });
        });
    }

    /** The assembler leaves five cycles behind it. */
    @Test
    void aBranchThatNoLaneTakesTakesFiveCycles() {
        assertThat(branchesNotTaken(9) - branchesNotTaken(4)).isEqualTo(5 * 5);
    }

    private long branchesNotTaken(int branches) {
        return cycles(k -> {
            var never = k.less(s32(1), s32(0));
            k.doWhile(() -> {
                for (int i = 0; i < branches; i++) {
                    k.breakIf(never);
                }
                return never;
            });
        });
    }

    @Test
    void remainingLanesContinueInTheCycleAfterAnExit() {
        KernelBuilder k = new KernelBuilder("k");
        k.returnIf(k.less(k.threadX(), u32(16)));
        Register clock = k.special(SpecialRegister.CLOCK);
        Warp warp = run(k.build(), 32);
        int readThread = 4;
        int branch = readThread + 14;
        assertThat(warp.state().value(clock.index(), 20)).isEqualTo(branch + 1);
        assertThat(warp.state().value(clock.index(), 3)).as("one that has left").isZero();
    }

    /** A function that calls another: each call and each return takes as long as a jump, and nothing else is there. */
    @Test
    void callsAndReturnsTakeAsLongAsJumps() {
        CodeEmitter emitter = new CodeEmitter();
        int clock = emitter.newRegisters(2);
        int outer = emitter.newLabel();
        int inner = emitter.newLabel();
        Modifiers readClock = new Modifiers.Special(SpecialRegister.CLOCK_LOW);
        emitter.emit(Opcode.READ_SPECIAL, clock, NONE, NONE, NONE, readClock);
        emitter.emitTo(Opcode.CALL, outer, new Modifiers.Call(2, 0));
        emitter.emit(Opcode.READ_SPECIAL, clock + 1, NONE, NONE, NONE, readClock);
        emitter.emit(Opcode.EXIT, -1, NONE, NONE, NONE, Modifiers.NONE);
        emitter.place(outer);
        emitter.emitTo(Opcode.CALL, inner, new Modifiers.Call(2, 0));
        emitter.emit(Opcode.RETURN, -1, NONE, NONE, NONE, Modifiers.NONE);
        emitter.place(inner);
        emitter.emit(Opcode.RETURN, -1, NONE, NONE, NONE, Modifiers.NONE);
        Kernel kernel = emitter.build(new KernelAttributes("k", 32, 0, 0, 0, false), ParameterLayout.of(List.of()));
        Warp warp = run(kernel, 32);
        assertThat(warp.state().value(clock + 1, 0) - warp.state().value(clock, 0))
                .isEqualTo(1 + 4 * JUMP);
    }

    /** Register 1 of the function is register 5 of the warp, which has 4 of its own, and is not ready when the caller's own register 1 is. */
    @Test
    void aFunctionWaitsForItsOwnRegistersAndNotForThoseOfItsCaller() {
        long word = lab.global().allocate(256);
        CodeEmitter emitter = new CodeEmitter();
        emitter.newRegisters(4);
        int function = emitter.newLabel();
        Modifiers readClock = new Modifiers.Special(SpecialRegister.CLOCK_LOW);
        Modifiers load = new Modifiers.Access(
                StateSpace.GLOBAL, ValueType.S32, 1, CachePolicy.ALL, MemoryOrder.WEAK, Scope.BLOCK, 0);
        emitter.emit(Opcode.LOAD, 1, emitter.constant(word, RegisterType.INTEGER_64), NONE, NONE, load);
        emitter.emitTo(Opcode.CALL, function, new Modifiers.Call(4, 0));
        emitter.emit(Opcode.EXIT, -1, NONE, NONE, NONE, Modifiers.NONE);
        emitter.place(function);
        emitter.emit(Opcode.ADD_I32, 1, emitter.constant(1), emitter.constant(2), NONE, Modifiers.NONE);
        emitter.emit(Opcode.ADD_I32, 0, 1, emitter.constant(2), NONE, Modifiers.NONE);
        emitter.emit(Opcode.READ_SPECIAL, 1, NONE, NONE, NONE, readClock);
        emitter.emit(Opcode.RETURN, -1, NONE, NONE, NONE, Modifiers.NONE);
        Kernel kernel = emitter.build(new KernelAttributes("k", 32, 0, 0, 0, false), ParameterLayout.of(List.of()));
        Warp warp = run(kernel, 32);
        assertThat(warp.state().value(5, 0)).isEqualTo(1 + JUMP + 4 + 1);
        assertThat(warp.state().value(4, 0)).isEqualTo(5);
    }

    @Test
    void whatIsForNoLaneIsWaitedForAllTheSame() {
        long with = cycles(k -> k.add(k.add(f32(1), f32(1)), f32(1)));
        long without = cycles(k -> {
            var never = k.less(s32(1), s32(0));
            k.onlyWhere(never, true);
            Register sum = k.add(f32(1), f32(1));
            k.add(sum, f32(1));
        });
        assertThat(without - with).isEqualTo(14);
    }

    @Test
    void aPauseForNoLaneTakesACycle() {
        assertThat(cycles(k -> {
                    var never = k.less(s32(1), s32(0));
                    k.onlyWhere(never, true);
                    k.nanosleep(u32(5_000));
                }))
                .isEqualTo(14 + 1);
    }

    /** The addition behind the second read waits for its value. */
    @Test
    void whatASpecialRegisterGivesIsThereAnIntegerLatencyLater() {
        assertThat(cycles(k -> k.add(k.special(SpecialRegister.WARP_SLOT), s32(1))))
                .isEqualTo(4 + 1);
    }

    /** A read that no lane executes, as an addition that waits for it shows. */
    @Test
    void aReadForNoLaneIsWaitedForAllTheSame() {
        assertThat(cycles(k -> {
                    var never = k.less(s32(1), s32(0));
                    k.onlyWhere(never, true);
                    Register read = k.special(SpecialRegister.WARP_SLOT);
                    k.add(read, s32(1));
                }))
                .isEqualTo(14 + 4 + 1);
    }

    /** The warp waits for nothing but the predicate, which is there when the value is. */
    @Test
    void whetherAShuffleWasInRangeIsKnownWhenItsValueIs() {
        EmittedCode k = new EmittedCode();
        k.predicate();
        int inRange = k.predicate();
        int value = k.op(Opcode.MOV, Modifiers.NONE, k.constant(7));
        int start = k.special(SpecialRegister.CLOCK);
        k.op(
                Opcode.SHUFFLE,
                new Modifiers.Shuffle(ShuffleMode.DOWN, 32, Instruction.NO_OPERAND, inRange),
                value,
                k.constant(1));
        int truth = k.truth(inRange);
        int end = k.special(SpecialRegister.CLOCK);
        Warp warp = run(k.build(), 32);
        assertThat(warp.state().value(truth, 30)).isEqualTo(1);
        assertThat(warp.state().value(truth, 31)).isZero();
        // The value that is shuffled is there a few cycles behind its move.
        int latency = profile.pipes().shuffle().latencyCycles();
        assertThat(warp.state().value(end, 0) - warp.state().value(start, 0))
                .isBetween(1L + latency + 1, 1L + 4 + latency + 1);
    }

    /** The function's third predicate is the sixth of the warp, whose kernel has three. */
    @Test
    void aFunctionHasAWindowForItsPredicates() {
        EmittedCode k = new EmittedCode();
        int function = k.code.newLabel();
        k.register();
        k.code.emitTo(Opcode.CALL, function, new Modifiers.Call(1, 3));
        k.into(-1, Opcode.EXIT, Modifiers.NONE);
        k.code.place(function);
        k.predicate();
        k.predicate();
        int third = k.compare(Comparison.LESS, k.constant(1), k.constant(2));
        int truth = k.truth(third);
        k.into(-1, Opcode.RETURN, Modifiers.NONE);
        Warp warp = run(k.build(), 32);
        assertThat(warp.state().registers()[(1 + truth) * 32 + 5]).isEqualTo(1);
        assertThat(warp.state().predicates()[3 + third]).isEqualTo(-1);
    }
}
