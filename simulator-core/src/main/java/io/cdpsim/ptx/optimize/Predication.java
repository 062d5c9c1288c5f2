package io.cdpsim.ptx.optimize;

import io.cdpsim.kernel.analysis.ShortPiece;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.ptx.draft.DraftFunction;
import io.cdpsim.ptx.draft.DraftInstruction;
import io.cdpsim.ptx.draft.Liveness;
import io.cdpsim.ptx.draft.Step;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Guards short pieces of code instead of branching around them, as the assembler does, so that what is before and behind a piece is one straight-line
 * region: its loads are issued together.
 */
final class Predication {
    private final DraftFunction function;
    private final List<Step> steps;
    private final Liveness liveness;
    private final int[] placeOf;
    private final int[] branchesTo;
    private final List<Step> written = new ArrayList<>();

    private Predication(DraftFunction function) {
        this.function = function;
        steps = function.steps();
        liveness = new Liveness(function);
        placeOf = new int[function.labels()];
        branchesTo = new int[function.labels()];
        for (int i = 0; i < steps.size(); i++) {
            if (steps.get(i) instanceof Step.Label label) {
                placeOf[label.id()] = i;
            } else if (steps.get(i) instanceof DraftInstruction branch && branch.opcode() == Opcode.BRANCH) {
                branchesTo[branch.target()]++;
            }
        }
    }

    static void run(DraftFunction function) {
        if (function.steps().stream()
                .anyMatch(step -> step instanceof DraftInstruction branch && isGuardedBranch(branch))) {
            new Predication(function).write();
        }
    }

    private void write() {
        boolean changed = false;
        for (int i = 0; i < steps.size(); i++) {
            int behind =
                    steps.get(i) instanceof DraftInstruction branch && isGuardedBranch(branch) ? guarded(i, branch) : i;
            changed |= behind > i;
            if (behind == i) {
                written.add(steps.get(i));
            } else {
                i = behind - 1;
            }
        }
        if (changed) {
            // Labels to which no branch leads any more would part regions.
            function.steps(written.stream()
                    .filter(step -> !(step instanceof Step.Label label) || branchesTo[label.id()] > 0)
                    .toList());
        }
    }

    /** Writes what a branch goes around with its guard. @return the step behind it, or the branch's own if it is not short */
    private int guarded(int at, DraftInstruction branch) {
        int end = pieceEnd(at + 1, branch);
        int target = placeOf[branch.target()];
        if (end > at && areLabels(end, target) && !isEnd(target)) {
            write(at + 1, end, branch, true, live(target));
            branchesTo[branch.target()]--;
            return end;
        }
        // Two pieces, of which the first ends with a jump over the second.
        if (end <= at
                || end + 1 != target
                || branchesTo[branch.target()] > 1
                || !(steps.get(end) instanceof DraftInstruction jump)
                || !jump.isUnconditional()
                || placeOf[jump.target()] < target) {
            return at;
        }
        int second = pieceEnd(target + 1, branch);
        if (second < 0 || !areLabels(second, placeOf[jump.target()]) || isEnd(second)) {
            return at;
        }
        write(at + 1, end, branch, true, live(target));
        write(target + 1, second, branch, false, live(second));
        branchesTo[branch.target()]--;
        branchesTo[jump.target()]--;
        return second;
    }

    /** The step behind a short straight-line piece that may be guarded by a branch's predicate; -1 if it is not short. */
    private int pieceEnd(int from, DraftInstruction branch) {
        ShortPiece piece = new ShortPiece();
        for (int i = from; i < steps.size(); i++) {
            if (!(steps.get(i) instanceof DraftInstruction draft) || draft.opcode() == Opcode.BRANCH) {
                return i > from && piece.isShort() ? i : -1;
            }
            if (Dependences.writesPredicate(draft, branch.guard())
                    || !piece.add(draft.opcode(), draft.modifiers(), !draft.isUnconditional())) {
                return -1;
            }
        }
        return -1;
    }

    private void write(int from, int to, DraftInstruction branch, boolean negated, BitSet neededByOthers) {
        for (int i = from; i < to; i++) {
            DraftInstruction draft = (DraftInstruction) steps.get(i);
            boolean isFresh = draft.writes() > 0;
            for (int k = 0; k < draft.writes(); k++) {
                isFresh &= !neededByOthers.get(draft.destination() + k);
            }
            written.add(draft.guardedBy(branch.guard(), branch.guardNegated() != negated, isFresh));
        }
    }

    private BitSet live(int label) {
        for (int block = 0; block < liveness.blocks(); block++) {
            if (liveness.start(block) <= label && label < liveness.end(block)) {
                return liveness.liveIn(block);
            }
        }
        throw new IllegalArgumentException("step " + label + " is in no region");
    }

    /** Whether lanes that come to a label end at once: the assembler guards the end instead. */
    private boolean isEnd(int label) {
        for (int i = label; i < steps.size(); i++) {
            if (steps.get(i) instanceof DraftInstruction draft) {
                return draft.opcode() == Opcode.EXIT && draft.isUnconditional();
            }
        }
        return true;
    }

    private boolean areLabels(int from, int to) {
        return from <= to && steps.subList(from, to).stream().allMatch(step -> step instanceof Step.Label);
    }

    private static boolean isGuardedBranch(DraftInstruction draft) {
        return draft.opcode() == Opcode.BRANCH && !draft.isUnconditional();
    }
}
