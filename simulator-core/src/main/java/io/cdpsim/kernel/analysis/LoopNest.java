package io.cdpsim.kernel.analysis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The natural loops of some code. Loops with one header are one loop. */
public final class LoopNest {
    private final List<int[]> successors;
    private final List<List<Integer>> predecessors = new ArrayList<>();
    private final List<Loop> loops = new ArrayList<>();

    /**
     * A loop.
     *
     * @param header the instruction by which it is entered
     * @param members its instructions, the header among them
     */
    public record Loop(int header, BitSet members) {}

    /** @param successors for each instruction, or each region of them, those that may follow; their number stands for the end */
    public LoopNest(List<int[]> successors) {
        this.successors = successors;
        int end = successors.size();
        for (int i = 0; i < end; i++) {
            predecessors.add(new ArrayList<>());
        }
        for (int i = 0; i < end; i++) {
            for (int next : successors.get(i)) {
                if (next < end) {
                    predecessors.get(next).add(i);
                }
            }
        }
        SortedMap<Integer, BitSet> found = new TreeMap<>();
        int[] dominators = dominators();
        for (int i = 0; i < end; i++) {
            for (int next : successors.get(i)) {
                if (next != i + 1 && dominates(dominators, next, i)) {
                    collect(i, found.computeIfAbsent(next, header -> new BitSet()), next);
                }
            }
        }
        found.forEach((header, members) -> loops.add(new Loop(header, members)));
        loops.sort(Comparator.comparingInt(loop -> loop.members().cardinality()));
    }

    /** All loops, the smallest first. */
    List<Loop> all() {
        return List.copyOf(loops);
    }

    /** The loops around an instruction, the innermost first. */
    public List<Loop> around(int instruction) {
        return loops.stream().filter(loop -> loop.members().get(instruction)).toList();
    }

    /** Dominators are the post-dominators of the reversed flow graph, whose exits are the instructions that nothing leads to. */
    private int[] dominators() {
        int end = successors.size();
        List<int[]> reversed = new ArrayList<>();
        for (int i = 0; i < end; i++) {
            List<Integer> from = new ArrayList<>(predecessors.get(i));
            if (i == 0 || from.isEmpty()) {
                from.add(end);
            }
            reversed.add(from.stream().mapToInt(Integer::intValue).toArray());
        }
        return PostDominators.of(reversed);
    }

    private static boolean dominates(int[] dominators, int dominator, int instruction) {
        int at = instruction;
        while (at < dominators.length - 1 && at != dominator) {
            at = dominators[at];
        }
        return at == dominator && at < dominators.length - 1;
    }

    private void collect(int latch, BitSet members, int header) {
        members.set(header);
        Deque<Integer> open = new ArrayDeque<>();
        open.add(latch);
        while (!open.isEmpty()) {
            int at = open.remove();
            if (!members.get(at)) {
                members.set(at);
                open.addAll(predecessors.get(at));
            }
        }
    }
}
