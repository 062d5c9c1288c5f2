package io.cdpsim.kernel.analysis;

import io.cdpsim.kernel.code.Instruction;
import java.util.BitSet;
import java.util.List;

/** Where branches and calls of a code go. */
final class BranchTargets {
    private BranchTargets() {}

    /** The places of the instructions that are a target. */
    static BitSet of(List<Instruction> code) {
        BitSet targets = new BitSet();
        for (Instruction in : code) {
            if (in.target() >= 0) {
                targets.set(in.target());
            }
        }
        return targets;
    }
}
