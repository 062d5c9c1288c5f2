package io.cdpsim.ptx.optimize;

import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.ptx.draft.DraftFunction;
import io.cdpsim.ptx.draft.DraftInstruction;
import io.cdpsim.ptx.draft.Liveness;
import io.cdpsim.ptx.draft.RegisterWords;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * Gives values registers, so that two share one only if never both are live. The live range of a value is taken as one, from
 * its first step to its last; that is simple, and a warp's registers are memory of the simulator, not of hardware.
 */
public final class LinearScan {
    /**
     * The registers of a function's values.
     *
     * @param places the register of each value; -1 for values that are never written nor read
     * @param registers registers of the function; those that it shares with called functions follow them
     * @param words the most 32-bit registers of hardware that hold a live value at a time
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Allocation(int[] places, int registers, int words) {}

    private static final int NOWHERE = -1;

    private final DraftFunction function;
    private final int[] start;
    private final int[] end;

    private LinearScan(DraftFunction function) {
        this.function = function;
        start = new int[function.registers()];
        end = new int[function.registers()];
        Arrays.fill(start, Integer.MAX_VALUE);
        Arrays.fill(end, NOWHERE);
    }

    /** Finds a place for each value. */
    public static Allocation of(DraftFunction function) {
        LinearScan scan = new LinearScan(function);
        Liveness liveness = new Liveness(function);
        scan.findLiveRanges(liveness);
        return scan.allot(new RegisterWords(function).most(function, liveness));
    }

    private void findLiveRanges(Liveness liveness) {
        for (int block = 0; block < liveness.blocks(); block++) {
            BitSet live = (BitSet) liveness.liveOut(block).clone();
            mark(live, liveness.end(block));
            for (int i = liveness.end(block) - 1; i >= liveness.start(block); i--) {
                if (function.steps().get(i) instanceof DraftInstruction draft) {
                    for (int k = 0; k < draft.writes(); k++) {
                        touch(draft.destination() + k, i);
                        if (draft.opcode() == Opcode.ATOMIC && !live.get(draft.destination())) {
                            // No instruction reads the result, and none waits for it but the next of this atomic.
                            touch(draft.destination(), 0);
                            touch(draft.destination(), function.steps().size());
                        }
                    }
                    for (int register : draft.reads()) {
                        touch(register, i);
                    }
                    Liveness.before(draft, function, live);
                }
            }
            mark(live, liveness.start(block));
        }
    }

    private void mark(BitSet live, int step) {
        for (int register = live.nextSetBit(0); register >= 0; register = live.nextSetBit(register + 1)) {
            touch(register, step);
        }
    }

    private void touch(int register, int step) {
        start[register] = Math.min(start[register], step);
        end[register] = Math.max(end[register], step);
    }

    private Allocation allot(int words) {
        int[] places = new int[function.registers()];
        Arrays.fill(places, NOWHERE);
        int fixed = function.arguments() + function.results();
        for (int i = 0; i < fixed; i++) {
            places[i] = i;
        }
        List<Integer> outgoing = function.outgoing();
        List<int[]> rows = new ArrayList<>();
        boolean[] inRow = new boolean[function.registers()];
        for (int[] row : function.rows()) {
            rows.add(row);
            for (int register : row) {
                inRow[register] = true;
            }
        }
        for (int register = fixed; register < function.registers(); register++) {
            if (!inRow[register] && end[register] != NOWHERE && !outgoing.contains(register)) {
                rows.add(new int[] {register});
            }
        }
        rows.sort(Comparator.comparingInt(this::startOf));
        List<Integer> freeAt = new ArrayList<>();
        for (int i = 0; i < fixed; i++) {
            freeAt.add(Integer.MAX_VALUE);
        }
        for (int[] row : rows) {
            int rowEnd = endOf(row);
            if (rowEnd != NOWHERE) {
                int at = firstFree(freeAt, startOf(row), row.length);
                for (int i = 0; i < row.length; i++) {
                    places[row[i]] = at + i;
                    freeAt.set(at + i, rowEnd);
                }
            }
        }
        for (int i = 0; i < outgoing.size(); i++) {
            places[outgoing.get(i)] = freeAt.size() + i;
        }
        return new Allocation(places, freeAt.size(), words);
    }

    /** The first adjacent registers that are free from a step on. */
    private static int firstFree(List<Integer> freeAt, int start, int count) {
        int run = 0;
        for (int i = 0; i < freeAt.size(); i++) {
            run = freeAt.get(i) < start ? run + 1 : 0;
            if (run == count) {
                return i - count + 1;
            }
        }
        int first = freeAt.size() - run;
        while (freeAt.size() < first + count) {
            freeAt.add(NOWHERE);
        }
        return first;
    }

    private int startOf(int[] row) {
        return Arrays.stream(row).map(register -> start[register]).min().orElseThrow();
    }

    private int endOf(int[] row) {
        return Arrays.stream(row).map(register -> end[register]).max().orElseThrow();
    }
}
