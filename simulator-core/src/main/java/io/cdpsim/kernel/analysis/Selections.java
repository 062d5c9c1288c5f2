package io.cdpsim.kernel.analysis;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Opcode;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

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
        if (code.stream().noneMatch(in -> in.opcode() == Opcode.SELECT)) {
            return found;
        }
        BitSet readTwice = readTwice(code);
        for (int i = 0; i < code.size(); i++) {
            Instruction in = code.get(i);
            if (in.opcode() == Opcode.SELECT) {
                boolean isGuarded = (in.a() == in.destination() && isComputedFor(code, i, in.b(), readTwice))
                        || (in.b() == in.destination() && isComputedFor(code, i, in.a(), readTwice));
                found.set(i, !isGuarded);
            }
        }
        return found;
    }

    /** The registers that more than one instruction reads. */
    private static BitSet readTwice(List<Instruction> code) {
        BitSet once = new BitSet();
        BitSet twice = new BitSet();
        for (Instruction in : code) {
            IntStream.of(in.a(), in.b(), in.c())
                    .filter(register -> register >= 0)
                    .distinct()
                    .forEach(register -> (once.get(register) ? twice : once).set(register));
        }
        return twice;
    }

    private static boolean isComputedFor(List<Instruction> code, int place, int register, BitSet readTwice) {
        if (register < 0 || readTwice.get(register)) {
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
}
