package io.cdpsim.ptx.draft;

import io.cdpsim.kernel.code.Opcode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Which registers hold live values, for each straight-line region.
 *
 * <p>The destination of a guarded instruction is live before it if lanes without the guard need its old value.
 */
public final class Liveness {
    private final List<Step> steps;
    private final int[] blockOf;
    private final List<int[]> blocks = new ArrayList<>();
    private final List<List<Integer>> successors = new ArrayList<>();
    private final BitSet[] liveIn;
    private final BitSet[] liveOut;

    /** Finds out. */
    public Liveness(DraftFunction function) {
        steps = function.steps();
        blockOf = new int[function.labels()];
        cut();
        link();
        liveIn = new BitSet[blocks.size()];
        liveOut = new BitSet[blocks.size()];
        solve(function);
    }

    /** Number of regions. */
    public int blocks() {
        return blocks.size();
    }

    /** The first step of a region. */
    public int start(int block) {
        return blocks.get(block)[0];
    }

    /** Index after the last step of a region. */
    public int end(int block) {
        return blocks.get(block)[1];
    }

    /** For each region those that may follow. */
    public List<int[]> successors() {
        return successors.stream()
                .map(next -> next.stream().mapToInt(Integer::intValue).toArray())
                .toList();
    }

    /** Live values at the start of a region. */
    public BitSet liveIn(int block) {
        return liveIn[block];
    }

    /** Live values at the end of a region. */
    public BitSet liveOut(int block) {
        return liveOut[block];
    }

    /** Values that are read before they are written on some path from the function's start. */
    public BitSet liveAtEntry() {
        return blocks.isEmpty() ? new BitSet() : liveIn[0];
    }

    private void cut() {
        int start = 0;
        for (int i = 0; i < steps.size(); i++) {
            boolean endsHere = i + 1 == steps.size()
                    || endsBlock(steps.get(i))
                    || (steps.get(i + 1) instanceof Step.Label && !(steps.get(i) instanceof Step.Label));
            if (steps.get(i) instanceof Step.Label label) {
                blockOf[label.id()] = blocks.size();
            }
            if (endsHere) {
                blocks.add(new int[] {start, i + 1});
                start = i + 1;
            }
        }
    }

    private static boolean endsBlock(Step step) {
        return step instanceof DraftInstruction draft
                && switch (draft.opcode()) {
                    case BRANCH, EXIT, RETURN, TRAP -> true;
                    default -> false;
                };
    }

    private void link() {
        for (int i = 0; i < blocks.size(); i++) {
            List<Integer> next = new ArrayList<>();
            boolean runsOn = true;
            if (steps.get(end(i) - 1) instanceof DraftInstruction last && endsBlock(last)) {
                if (last.opcode() == Opcode.BRANCH) {
                    next.add(blockOf[last.target()]);
                }
                runsOn = !last.isUnconditional();
            }
            if (runsOn && i + 1 < blocks.size()) {
                next.add(i + 1);
            }
            successors.add(next);
        }
    }

    private void solve(DraftFunction function) {
        BitSet[] uses = new BitSet[blocks.size()];
        BitSet[] definitions = new BitSet[blocks.size()];
        for (int i = 0; i < blocks.size(); i++) {
            uses[i] = new BitSet();
            definitions[i] = new BitSet();
            for (int k = end(i) - 1; k >= start(i); k--) {
                if (steps.get(k) instanceof DraftInstruction draft) {
                    stepBack(draft, function, uses[i], definitions[i]);
                }
            }
            liveIn[i] = new BitSet();
            liveOut[i] = new BitSet();
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int i = blocks.size() - 1; i >= 0; i--) {
                BitSet out = new BitSet();
                for (int next : successors.get(i)) {
                    out.or(liveIn[next]);
                }
                BitSet in = (BitSet) out.clone();
                in.andNot(definitions[i]);
                in.or(uses[i]);
                liveOut[i] = out;
                if (!in.equals(liveIn[i])) {
                    liveIn[i] = in;
                    changed = true;
                }
            }
        }
    }

    private static void stepBack(DraftInstruction draft, DraftFunction function, BitSet uses, BitSet definitions) {
        if (draft.isDefinition()) {
            for (int i = 0; i < draft.writes(); i++) {
                definitions.set(draft.destination() + i);
                uses.clear(draft.destination() + i);
            }
        }
        for (int register : draft.reads()) {
            uses.set(register);
        }
        if (draft.opcode() == Opcode.RETURN) {
            uses.set(function.arguments(), function.arguments() + function.results());
        }
    }

    /** Moves one instruction back: computes the live values before it from those after it. */
    public static void before(DraftInstruction draft, DraftFunction function, BitSet live) {
        stepBack(draft, function, live, new BitSet());
    }
}
