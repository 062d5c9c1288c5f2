package io.cdpsim.kernel.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.builder.CodeEmitter;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelAttributes;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.ParameterLayout;
import io.cdpsim.warp.Lanes;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Runs one instruction in warps whose lanes hold the operands of test cases. */
final class ArithmeticWarp {
    private static final int DESTINATION = 3;
    private static final long UNTOUCHED = 0x0123456789ABCDEFL;

    /** What a lane's result should be. */
    interface Reference {
        long of(long a, long b, long c);
    }

    /** Tells what is wrong with a result, nothing if nothing is. */
    interface Check {
        String complaint(long a, long b, long c, long result);
    }

    private ArithmeticWarp() {}

    /** Runs the instruction with all cases and compares its results with the reference. */
    static void compare(Opcode opcode, int operands, List<long[]> cases, Reference reference) {
        check(opcode, operands, cases, (a, b, c, result) -> {
            long expected = reference.of(a, b, c);
            return expected == result ? "" : String.format("expected %016x", expected);
        });
    }

    /** Runs the instruction with all cases in warps with changing lane masks; lanes out of the mask must stay as they were. */
    static void check(Opcode opcode, int operands, List<long[]> cases, Check check) {
        Kernel kernel = kernel(opcode, operands, Modifiers.NONE);
        LaneState state = new LaneState(kernel);
        SplittableRandom random = new SplittableRandom(opcode.name().hashCode());
        for (int first = 0; first < cases.size(); first += Lanes.COUNT) {
            state.start(kernel, Lanes.ALL);
            Arrays.fill(state.registers(), UNTOUCHED);
            int mask = first % 3 == 0 ? Lanes.ALL : random.nextInt();
            for (int lane = 0; lane < Lanes.COUNT; lane++) {
                long[] operand = caseOf(cases, first, lane);
                for (int i = 0; i < 3; i++) {
                    state.set(i, lane, operand[i]);
                }
            }
            new LaneArithmetic().execute(kernel.code()[0], state, mask);
            for (int lane = 0; lane < Lanes.COUNT; lane++) {
                long[] operand = caseOf(cases, first, lane);
                long result = state.value(DESTINATION, lane);
                if ((mask >>> lane & 1) == 0) {
                    assertThat(result).as("lane %d, which is not active", lane).isEqualTo(UNTOUCHED);
                    continue;
                }
                String complaint = check.complaint(operand[0], operand[1], operand[2], result);
                if (!complaint.isEmpty()) {
                    throw new AssertionError(String.format(
                            "%s of %016x %016x %016x gave %016x: %s",
                            opcode, operand[0], operand[1], operand[2], result, complaint));
                }
            }
        }
    }

    private static long[] caseOf(List<long[]> cases, int first, int lane) {
        return cases.get((first + lane) % cases.size());
    }

    /** A kernel of one instruction on registers 0 to 2 with destination 3. */
    static Kernel kernel(Opcode opcode, int operands, Modifiers modifiers) {
        CodeEmitter emitter = new CodeEmitter();
        emitter.newRegisters(DESTINATION + 1);
        int none = Instruction.NO_OPERAND;
        emitter.emit(opcode, DESTINATION, 0, operands > 1 ? 1 : none, operands > 2 ? 2 : none, modifiers);
        return emitter.build(new KernelAttributes("one", 32, 0, 0, 0, false), ParameterLayout.of(List.of()));
    }
}
