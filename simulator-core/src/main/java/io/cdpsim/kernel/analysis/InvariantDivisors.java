package io.cdpsim.kernel.analysis;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Opcode;
import java.util.BitSet;
import java.util.List;

/**
 * Which integer divisions divide by one number in all turns of their innermost loop: ptxas computes the reciprocal of the divisor before the loop. Source: SASS of CUDA 13.0, where the
 * conversions and the reciprocal of {@code i / j} and {@code i % j} stand before a loop over {@code i}.
 */
public final class InvariantDivisors {
    private InvariantDivisors() {}

    /** The places of these divisions. */
    public static BitSet of(List<Instruction> code) {
        BitSet found = new BitSet();
        if (code.stream().noneMatch(InvariantDivisors::divides)) {
            return found;
        }
        MeetingPoints points = new MeetingPoints(code);
        for (int i = 0; i < code.size(); i++) {
            if (divides(code.get(i))) {
                int divisor = code.get(i).b();
                List<LoopNest.Loop> around = points.loopsAround(i);
                found.set(
                        i,
                        !around.isEmpty()
                                && around.get(0).members().stream()
                                        .noneMatch(member -> writes(code.get(member), divisor)));
            }
        }
        return found;
    }

    private static boolean divides(Instruction in) {
        return switch (in.opcode()) {
            case DIV_S32, DIV_U32, REM_S32, REM_U32 -> true;
            default -> false;
        };
    }

    private static boolean writes(Instruction in, int register) {
        return in.opcode() == Opcode.CALL
                || (register >= in.destination() && register < in.destination() + in.registerWrites());
    }
}
