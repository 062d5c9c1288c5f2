package io.cdpsim.kernel.analysis;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Opcode;
import java.util.BitSet;
import java.util.List;

/**
 * Which counts and reversals of bits have a number that all threads of a grid share: ptxas computes them in the uniform datapath, as quickly as a sum. Source: SASS of CUDA 13.0,
 * {@code UPOPC} in a loop over {@code __popc(b) + u} of a parameter {@code u}.
 */
public final class UniformCounts {
    private UniformCounts() {}

    /** The places of these instructions. */
    public static BitSet of(List<Instruction> code, int registers) {
        BitSet found = new BitSet();
        if (code.stream().noneMatch(in -> countsBits(in.opcode()))) {
            return found;
        }
        ThreadVariance variance = new ThreadVariance(code, registers, false);
        for (int i = 0; i < code.size(); i++) {
            Instruction in = code.get(i);
            found.set(i, countsBits(in.opcode()) && !variance.operandDiffers(i, in.a()));
        }
        return found;
    }

    /** Whether it does so with a word. */
    public static boolean countsBits(Opcode opcode) {
        return switch (opcode) {
            case POPC_B32, CLZ_B32, BREV_B32, BFIND_S32, BFIND_U32 -> true;
            default -> false;
        };
    }
}
