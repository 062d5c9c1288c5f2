package io.cdpsim.kernel.analysis;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Opcode;
import java.util.BitSet;
import java.util.List;

/**
 * Which selections by a predicate stay selections. If a register keeps its value or gets one that is computed for that alone, ptxas guards the
 * computation by the predicate instead. Source: SASS of CUDA 13.0, where of {@code low = p ? middle + 1 : low; high = p ? high : middle} the first is a guarded
 * addition and the second a selection, four cycles behind the comparison.
 */
public final class Selections {
    private Selections() {}

    /** The places of the selections that stay. */
    public static BitSet of(List<Instruction> code) {
        BitSet found = new BitSet();
        for (int i = 0; i < code.size(); i++) {
            Instruction in = code.get(i);
            if (in.opcode() == Opcode.SELECT) {
                boolean isGuarded = (in.a() == in.destination() && isComputedFor(code, i, in.b()))
                        || (in.b() == in.destination() && isComputedFor(code, i, in.a()));
                found.set(i, !isGuarded);
            }
        }
        return found;
    }

    private static boolean isComputedFor(List<Instruction> code, int place, int register) {
        if (register < 0 || code.stream().filter(in -> reads(in, register)).count() > 1) {
            return false;
        }
        for (int i = place - 1; i >= 0; i--) {
            Instruction in = code.get(i);
            if (in.registerWrites() > 0 && in.destination() == register) {
                return in.opcode().isArithmetic() && in.guard() < 0 && in.opcode() != Opcode.MOV;
            }
            if (in.opcode() == Opcode.BRANCH) {
                return false;
            }
        }
        return false;
    }

    private static boolean reads(Instruction in, int register) {
        return in.a() == register || in.b() == register || in.c() == register;
    }
}
