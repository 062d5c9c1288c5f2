package io.cdpsim.ptx.optimize;

import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.ptx.draft.DraftFunction;
import io.cdpsim.ptx.draft.DraftInstruction;
import io.cdpsim.ptx.draft.Liveness;
import io.cdpsim.ptx.draft.Step;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Merges two registers if one is a copy of the other and their other values are never live at once. A fragment of a matrix is made in its row, as
 * {@code ptxas} does it: single registers merge with those of such rows, and whole rows with each other.
 */
final class Coalescing {
    private static final Set<Opcode> MATRIX =
            EnumSet.of(Opcode.MATRIX_MULTIPLY, Opcode.MATRIX_LOAD, Opcode.MATRIX_STORE);

    /** Most rounds; each merges some pairs. */
    private static final int MOST_ROUNDS = 8;

    /** The same with fragments, many of which have one row as their source. */
    private static final int MOST_ROUNDS_OF_FRAGMENTS = 40;

    private final DraftFunction function;
    private final BitSet bound = new BitSet();
    private final List<int[]> pairs = new ArrayList<>();
    private final List<List<Integer>> pairsOf = new ArrayList<>();
    private final BitSet apart = new BitSet();
    private final Map<Integer, int[]> fragments = new HashMap<>();

    private Coalescing(DraftFunction function) {
        this.function = function;
        for (int i = 0; i < function.registers(); i++) {
            pairsOf.add(List.of());
            bound.set(i, function.isFixed(i));
        }
        BitSet ofMatrices = startsOfFragments();
        for (int[] row : function.rows()) {
            boolean isFragment = ofMatrices.get(row[0]);
            for (int register : row) {
                bound.set(register, !isFragment || bound.get(register));
                if (isFragment) {
                    fragments.put(register, row);
                }
            }
        }
    }

    private BitSet startsOfFragments() {
        BitSet starts = new BitSet();
        for (Step step : function.steps()) {
            if (step instanceof DraftInstruction draft && MATRIX.contains(draft.opcode())) {
                for (int register : new int[] {draft.destination(), draft.a(), draft.b(), draft.c()}) {
                    if (register >= 0) {
                        starts.set(register);
                    }
                }
            }
        }
        return starts;
    }

    static void run(DraftFunction function) {
        for (int round = 0; round < MOST_ROUNDS_OF_FRAGMENTS; round++) {
            Coalescing coalescing = new Coalescing(function);
            if ((round >= MOST_ROUNDS && coalescing.fragments.isEmpty()) || !coalescing.joinSome()) {
                return;
            }
        }
    }

    private boolean joinSome() {
        Liveness liveness = new Liveness(function);
        bound.or(liveness.liveAtEntry());
        for (Step step : function.steps()) {
            if (step instanceof DraftInstruction draft && isCopy(draft)) {
                pair(draft.destination(), draft.a());
            }
        }
        if (pairs.isEmpty()) {
            return false;
        }
        for (int block = 0; block < liveness.blocks(); block++) {
            BitSet live = (BitSet) liveness.liveOut(block).clone();
            for (int i = liveness.end(block) - 1; i >= liveness.start(block); i--) {
                if (function.steps().get(i) instanceof DraftInstruction draft) {
                    keepApart(draft, live);
                    Liveness.before(draft, function, live);
                }
            }
        }
        return rename();
    }

    private boolean isCopy(DraftInstruction draft) {
        return draft.opcode() == Opcode.MOV
                && draft.isUnconditional()
                && draft.a() >= 0
                && draft.a() != draft.destination()
                && !bound.get(draft.a())
                && !bound.get(draft.destination())
                && function.isWide(draft.a()) == function.isWide(draft.destination());
    }

    private void pair(int one, int other) {
        int number = pairs.size();
        pairs.add(new int[] {one, other});
        for (int register : new int[] {one, other}) {
            List<Integer> numbers = new ArrayList<>(pairsOf.get(register));
            numbers.add(number);
            pairsOf.set(register, numbers);
        }
    }

    /** The destination of an instruction cannot share a register with a live value, unless the instruction copies that value. */
    private void keepApart(DraftInstruction draft, BitSet live) {
        for (int i = 0; i < draft.writes(); i++) {
            int written = draft.destination() + i;
            for (int number : pairsOf.get(written)) {
                int[] pair = pairs.get(number);
                int other = pair[0] == written ? pair[1] : pair[0];
                boolean copies = draft.opcode() == Opcode.MOV && draft.a() == other;
                if (live.get(other) && !copies) {
                    apart.set(number);
                }
            }
        }
    }

    private boolean rename() {
        int[] names = new int[function.registers()];
        for (int i = 0; i < names.length; i++) {
            names[i] = i;
        }
        BitSet touched = new BitSet();
        boolean any = false;
        for (int number = 0; number < pairs.size(); number++) {
            int[] pair = pairs.get(number);
            // A register merged in this round may conflict with others.
            if (apart.get(number) || touched.get(pair[0]) || touched.get(pair[1])) {
                continue;
            }
            int[] one = fragments.get(pair[0]);
            int[] other = fragments.get(pair[1]);
            if (one != null && other != null) {
                any |= joinRows(one, other, names, touched);
                continue;
            }
            int from = one != null ? pair[1] : pair[0];
            names[from] = one != null ? pair[0] : pair[1];
            touched.set(pair[0]);
            touched.set(pair[1]);
            any = true;
        }
        if (any) {
            List<Step> steps = new ArrayList<>();
            for (Step step : function.steps()) {
                Step renamed = step instanceof DraftInstruction draft ? renamed(draft, names) : step;
                boolean idle = renamed instanceof DraftInstruction draft
                        && draft.opcode() == Opcode.MOV
                        && draft.a() == draft.destination();
                if (!idle) {
                    steps.add(renamed);
                }
            }
            function.steps(steps);
        }
        return any;
    }

    /** Merges two rows if each register of one can merge with that in its place in the other. */
    private boolean joinRows(int[] one, int[] other, int[] names, BitSet touched) {
        if (one == other || one.length != other.length) {
            return false;
        }
        for (int i = 0; i < one.length; i++) {
            if (touched.get(one[i]) || touched.get(other[i]) || !mayJoin(one[i], other[i])) {
                return false;
            }
        }
        for (int i = 0; i < one.length; i++) {
            names[one[i]] = other[i];
            touched.set(one[i]);
            touched.set(other[i]);
        }
        function.rows().remove(one);
        return true;
    }

    private boolean mayJoin(int one, int other) {
        boolean isPaired = false;
        for (int number : pairsOf.get(one)) {
            int[] pair = pairs.get(number);
            if (pair[0] == other || pair[1] == other) {
                if (apart.get(number)) {
                    return false;
                }
                isPaired = true;
            }
        }
        return isPaired;
    }

    private static DraftInstruction renamed(DraftInstruction draft, int[] names) {
        DraftInstruction read = draft.withOperands(operand -> operand < 0 ? operand : names[operand]);
        // The registers of a row merge with those of another in their order.
        return read.writes() > 0 ? read.withDestination(names[read.destination()]) : read;
    }
}
