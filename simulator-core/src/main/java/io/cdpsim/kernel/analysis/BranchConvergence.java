package io.cdpsim.kernel.analysis;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Instruction.Convergence;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Pipe;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/**
 * How the lanes that a branch may part meet again. ptxas puts a convergence barrier (BSSY, BSYNC) around a branch whose guard may differ between
 * lanes if these meet before they end. It guards short pieces of code instead of going around them, with a store only very short ones. Source: SASS of
 * {@code measurements/programs}, CUDA 13.0.
 */
public final class BranchConvergence {
    /** Most instructions that are guarded instead of gone around. */
    private static final int MOST_GUARDED = 12;

    /** Instructions for which a store counts. */
    private static final int OF_A_STORE = 10;

    private final List<Instruction> code;
    private final ThreadVariance variance;

    private BranchConvergence(List<Instruction> code, ThreadVariance variance) {
        this.code = code;
        this.variance = variance;
    }

    /** How lanes meet again behind each instruction. */
    public static Convergence[] of(List<Instruction> code, ThreadVariance variance) {
        BranchConvergence branches = new BranchConvergence(code, variance);
        Convergence[] found = new Convergence[code.size()];
        for (int i = 0; i < found.length; i++) {
            found[i] = branches.of(i);
        }
        return found;
    }

    private Convergence of(int at) {
        Instruction in = code.get(at);
        if (in.opcode() != Opcode.BRANCH || in.guard() < 0) {
            return Convergence.NONE;
        }
        if (isShort(at, in)) {
            return Convergence.PREDICATED;
        }
        if (!variance.guardDiffers(at) || endsAt(in.reconvergence())) {
            return Convergence.NONE;
        }
        boolean takenReturns = comesBack(in.target(), at, in.reconvergence());
        boolean otherReturns = comesBack(at + 1, at, in.reconvergence());
        if (takenReturns == otherReturns) {
            return takenReturns ? Convergence.NONE : Convergence.BOTH;
        }
        return takenReturns ? Convergence.FALL_THROUGH : Convergence.TAKEN;
    }

    private boolean endsAt(int meeting) {
        return meeting < 0
                || meeting >= code.size()
                || (code.get(meeting).opcode() == Opcode.EXIT && code.get(meeting).guard() < 0);
    }

    private boolean isShort(int at, Instruction in) {
        if (in.target() != in.reconvergence() || in.target() <= at || endsAt(in.target())) {
            return false;
        }
        int issued = 0;
        for (int i = at + 1; i < in.target(); i++) {
            Instruction inside = code.get(i);
            if (!mayBeGuarded(inside)) {
                return false;
            }
            issued += inside.opcode() == Opcode.STORE ? OF_A_STORE : inside.opcode().pipe() == Pipe.FREE ? 0 : 1;
        }
        return issued <= MOST_GUARDED;
    }

    private static boolean mayBeGuarded(Instruction in) {
        return in.guard() < 0
                && (in.opcode().isArithmetic()
                        || in.opcode() == Opcode.STORE
                        || in.opcode() == Opcode.LOAD_PARAMETER
                        || in.opcode() == Opcode.LOAD);
    }

    /** Whether a way leads from an instruction to a branch that does not pass the place where lanes meet. */
    private boolean comesBack(int start, int branch, int meeting) {
        BitSet seen = new BitSet(code.size());
        Deque<Integer> open = new ArrayDeque<>();
        open.add(start);
        while (!open.isEmpty()) {
            int at = open.remove();
            if (at == branch) {
                return true;
            }
            if (at == meeting || at >= code.size() || seen.get(at)) {
                continue;
            }
            seen.set(at);
            Instruction in = code.get(at);
            if (in.opcode() == Opcode.BRANCH) {
                open.add(in.target());
            }
            boolean leaves =
                    switch (in.opcode()) {
                        case BRANCH, EXIT, TRAP, RETURN -> in.guard() < 0;
                        default -> false;
                    };
            if (!leaves) {
                open.add(at + 1);
            }
        }
        return false;
    }
}
