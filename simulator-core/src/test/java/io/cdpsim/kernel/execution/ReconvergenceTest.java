package io.cdpsim.kernel.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.builder.CodeEmitter;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelAttributes;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.ParameterLayout;
import io.cdpsim.warp.Lanes;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lanes that part meet again where their ways join, and calls keep the frames of each lane apart. */
class ReconvergenceTest {
    private static final Operand ZERO = Operand.s32(0);
    private static final Operand ONE = Operand.s32(1);

    private final KernelBuilder builder = new KernelBuilder("k");
    private final Register lane = builder.threadX();

    @Test
    void inALoopThatOnlyEndingLeavesTheSidesOfAnIfMeetInTheSameTurn() {
        Register turn = builder.variable(ZERO);
        builder.doWhile(() -> {
            builder.increment(turn, ONE);
            builder.returnIf(builder.greater(turn, Operand.s32(3)));
            builder.ifThenElse(
                    builder.equal(builder.and(lane, ONE), ZERO),
                    () -> builder.variable(ONE),
                    () -> builder.variable(ZERO));
            return builder.equal(ZERO, ZERO);
        });
        Kernel kernel = builder.build();
        int increment = indexOf(kernel, turn);

        WarpTrace warp = WarpTrace.run(kernel, Lanes.ALL);

        assertThat(warp.lanesAt(increment)).containsOnly(Lanes.ALL).hasSize(4);
    }

    @Test
    void aheadOfALoopThatOnlyEndingLeavesTheSidesOfAnIfMeet() {
        Register sum = builder.variable(ZERO);
        builder.ifThen(builder.equal(lane, ZERO), () -> builder.increment(sum, lane));
        Register turn = builder.variable(ONE);
        builder.increment(turn, ONE);
        builder.ifThen(
                builder.less(lane, Operand.s32(5)),
                () -> builder.forLoop(ZERO, Operand.s32(3), ONE, i -> builder.increment(sum, i)));
        Kernel kernel = builder.build();

        WarpTrace warp = WarpTrace.run(kernel, Lanes.ALL);

        assertThat(warp.lanesAt(indexOf(kernel, turn))).containsExactly(Lanes.ALL);
    }

    @Test
    void inALoopWithoutAnyOtherEndTheSidesOfAnIfMeetInTheSameTurn() {
        CodeEmitter emitter = new CodeEmitter();
        int none = Instruction.NO_OPERAND;
        int lanes = emitter.newRegisters(2);
        int turns = lanes + 1;
        int odd = emitter.newPredicate();
        int done = emitter.newPredicate();
        int start = emitter.newLabel();
        int otherwise = emitter.newLabel();
        int meet = emitter.newLabel();
        emitter.emit(Opcode.AND_B32, turns, lanes, emitter.constant(1), none, Modifiers.NONE);
        emitter.emit(
                Opcode.COMPARE_S32, odd, turns, emitter.constant(1), none, new Modifiers.Compare(Comparison.EQUAL));
        emitter.place(start);
        emitter.guardNext(odd, false);
        emitter.emitTo(Opcode.BRANCH, otherwise, Modifiers.NONE);
        emitter.emit(Opcode.ADD_I32, turns, turns, emitter.constant(2), none, Modifiers.NONE);
        emitter.emitTo(Opcode.BRANCH, meet, Modifiers.NONE);
        emitter.place(otherwise);
        emitter.emit(Opcode.ADD_I32, turns, turns, emitter.constant(2), none, Modifiers.NONE);
        emitter.place(meet);
        int compared = emitter.size();
        emitter.emit(
                Opcode.COMPARE_S32, done, turns, emitter.constant(9), none, new Modifiers.Compare(Comparison.GREATER));
        emitter.guardNext(done, false);
        emitter.emit(Opcode.EXIT, -1, none, none, none, Modifiers.NONE);
        emitter.emitTo(Opcode.BRANCH, start, Modifiers.NONE);
        Kernel kernel = emitter.build(new KernelAttributes("spin", 32, 0, 0, 0, false), ParameterLayout.of(List.of()));

        WarpTrace warp = WarpTrace.run(kernel, Lanes.ALL);

        // Even lanes count 2, 4, 6, 8, 10, odd ones 3, 5, 7, 9, 11.
        assertThat(warp.lanesAt(compared)).containsOnly(Lanes.ALL).hasSize(5);
    }

    private static int indexOf(Kernel kernel, Register incremented) {
        for (int i = 0; i < kernel.code().length; i++) {
            Instruction in = kernel.code()[i];
            if (in.opcode() == Opcode.ADD_I32 && in.destination() == incremented.index()) {
                return i;
            }
        }
        throw new AssertionError("no increment");
    }

    @Test
    void recursionKeepsTheFramesOfEachLaneApart() {
        CodeEmitter emitter = new CodeEmitter();
        int none = Instruction.NO_OPERAND;
        // Frame: 0 the argument, 1 the result, 2 what the first call gave; the callee's frame is 3 further.
        emitter.newRegisters(6);
        int small = emitter.newPredicate();
        int fibonacci = emitter.newLabel();
        Modifiers call = new Modifiers.Call(3, 1);
        emitter.emit(Opcode.AND_B32, 3, 0, emitter.constant(7), none, Modifiers.NONE);
        emitter.emitTo(Opcode.CALL, fibonacci, call);
        emitter.emit(Opcode.MOV, 1, 4, none, none, Modifiers.NONE);
        emitter.emit(Opcode.EXIT, -1, none, none, none, Modifiers.NONE);
        emitter.place(fibonacci);
        emitter.emit(Opcode.MOV, 1, 0, none, none, Modifiers.NONE);
        emitter.emit(Opcode.COMPARE_S32, small, 0, emitter.constant(2), none, new Modifiers.Compare(Comparison.LESS));
        emitter.guardNext(small, false);
        emitter.emit(Opcode.RETURN, -1, none, none, none, Modifiers.NONE);
        emitter.emit(Opcode.ADD_I32, 3, 0, emitter.constant(-1), none, Modifiers.NONE);
        emitter.emitTo(Opcode.CALL, fibonacci, call);
        emitter.emit(Opcode.MOV, 2, 4, none, none, Modifiers.NONE);
        emitter.emit(Opcode.ADD_I32, 3, 0, emitter.constant(-2), none, Modifiers.NONE);
        emitter.emitTo(Opcode.CALL, fibonacci, call);
        emitter.emit(Opcode.ADD_I32, 1, 2, 4, none, Modifiers.NONE);
        emitter.emit(Opcode.RETURN, -1, none, none, none, Modifiers.NONE);
        Kernel kernel =
                emitter.build(new KernelAttributes("fibonacci", 32, 0, 0, 0, false), ParameterLayout.of(List.of()));

        WarpTrace warp = WarpTrace.run(kernel, Lanes.ALL);

        int[] expected = {0, 1, 1, 2, 3, 5, 8, 13};
        for (int l = 0; l < Lanes.COUNT; l++) {
            assertThat(warp.register(1, l)).isEqualTo(expected[l & 7]);
        }
    }
}
