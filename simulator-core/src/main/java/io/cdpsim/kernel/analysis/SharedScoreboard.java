package io.cdpsim.kernel.analysis;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Opcode;
import java.util.BitSet;
import java.util.List;

/**
 * Which loads and atomics share a scoreboard.
 *
 * <p>An instruction waits for a load by one of six scoreboards, which counts what is in flight. ptxas gives those whose values the same basic block uses the first five, in turn;
 * all others have the last one, atomics among them whose values nobody uses; {@code red} has none. Who waits for one of these waits for all that are in flight. Source: SASS of CUDA 13.0, and its
 * times ({@code later} of {@code measurements/programs/loads.cu}, {@code order}, where a hit overtakes four misses, and {@code measurements/programs/unused.cu}).
 */
public final class SharedScoreboard {
    private SharedScoreboard() {}

    /** The places of these instructions in their code. */
    public static BitSet users(List<Instruction> code) {
        BitSet starts = BranchTargets.of(code);
        BitSet users = new BitSet();
        for (int i = 0; i < code.size(); i++) {
            Opcode opcode = code.get(i).opcode();
            boolean returns = code.get(i).destination() >= 0 && (opcode == Opcode.LOAD || opcode == Opcode.ATOMIC);
            users.set(i, returns && !isUsedInBlock(code, i, starts));
        }
        return users;
    }

    private static boolean isUsedInBlock(List<Instruction> code, int at, BitSet starts) {
        Instruction access = code.get(at);
        int first = access.destination();
        int end = first + access.registerWrites();
        for (int i = at + 1; i < code.size() && !starts.get(i); i++) {
            Instruction in = code.get(i);
            for (int register : in.registerReads()) {
                if (register >= first && register < end) {
                    return true;
                }
            }
            if (in.target() >= 0) {
                return false;
            }
        }
        return false;
    }
}
