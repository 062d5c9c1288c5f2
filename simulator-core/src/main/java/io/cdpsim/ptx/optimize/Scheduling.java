package io.cdpsim.ptx.optimize;

import io.cdpsim.kernel.code.Pipe;
import io.cdpsim.ptx.draft.DraftFunction;
import io.cdpsim.ptx.draft.DraftInstruction;
import io.cdpsim.ptx.draft.Liveness;
import io.cdpsim.ptx.draft.RegisterWords;
import io.cdpsim.ptx.draft.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Puts the instructions of a straight-line region into an order in which a warp waits less for itself, as the assembler does: a
 * warp issues in order, so in the notation's own order, one statement after the other, it would wait at each.
 *
 * <p>An earlier start lengthens a register's live range. Scheduling uses no more registers than are free of cost: as many as the code needs in
 * text order, up to the next allocation unit of the hardware, at least as many as full occupancy of an SM allows, and at least as many as the launch bounds
 * leave each thread, if the kernel has some: ptxas 13.0 gives a product of tiles 56 registers without bounds and 92 with bounds to 256 threads.
 */
final class Scheduling {
    /** How far ahead an instruction is looked for; bounds the work, and is more than registers allow. */
    private static final int WINDOW = 256;

    private static final int MOST_TRIES = 8;

    private final DraftFunction function;
    private final RegisterWords sizes;
    private final int budget;

    private Scheduling(DraftFunction function, RegisterWords sizes, int budget) {
        this.function = function;
        this.sizes = sizes;
        this.budget = budget;
    }

    /**
     * Orders all regions of a function.
     *
     * @param boundedRegisters registers that launch bounds leave each thread; 0 without bounds
     */
    static void run(DraftFunction function, int boundedRegisters) {
        Liveness liveness = new Liveness(function);
        RegisterWords sizes = new RegisterWords(function);
        int needed = sizes.most(function, liveness) + RegisterWords.BESIDE_VALUES;
        int allotted = (needed + RegisterWords.UNIT - 1) / RegisterWords.UNIT * RegisterWords.UNIT;
        int free = Math.max(Math.max(RegisterWords.OF_FULL_OCCUPANCY, allotted), boundedRegisters);
        int room = free - RegisterWords.BESIDE_VALUES;
        List<Step> asWritten = function.steps();
        // If no instruction fits the limit, one is scheduled nevertheless, and the region uses more registers.
        // to be.
        for (int less = 0; less < MOST_TRIES; less++) {
            function.steps(asWritten);
            new Scheduling(function, sizes, room - less).order(liveness);
            if (sizes.most(function, new Liveness(function)) <= room) {
                return;
            }
        }
        function.steps(asWritten);
    }

    private void order(Liveness liveness) {
        List<Step> steps = new ArrayList<>();
        for (int block = 0; block < liveness.blocks(); block++) {
            steps.addAll(ordered(liveness, block));
        }
        function.steps(steps);
    }

    private List<Step> ordered(Liveness liveness, int block) {
        Deque<Step> ordered = new ArrayDeque<>();
        BitSet live = (BitSet) liveness.liveOut(block).clone();
        int end = liveness.end(block);
        while (end > liveness.start(block)) {
            int start = end;
            while (start > liveness.start(block) && isOrdinary(function.steps().get(start - 1))) {
                start--;
            }
            if (start < end) {
                List<DraftInstruction> region = new ArrayList<>();
                function.steps().subList(start, end).forEach(step -> region.add((DraftInstruction) step));
                RegisterPressure pressure = new RegisterPressure(sizes, region, live);
                List<DraftInstruction> order = new Region(region, ordered.peekFirst(), pressure).order();
                for (int i = order.size() - 1; i >= 0; i--) {
                    ordered.addFirst(order.get(i));
                    Liveness.before(order.get(i), function, live);
                }
                end = start;
            } else {
                Step boundary = function.steps().get(end - 1);
                ordered.addFirst(boundary);
                if (boundary instanceof DraftInstruction draft) {
                    Liveness.before(draft, function, live);
                }
                end--;
            }
        }
        return List.copyOf(ordered);
    }

    private static boolean isOrdinary(Step step) {
        return step instanceof DraftInstruction draft && !Dependences.isBoundary(draft);
    }

    /**
     * A straight-line region that is being ordered, from its end to its start: an instruction can be placed once all are that wait for
     * it, and the earlier it is placed the later it runs. So a value is made as late as it can be without being waited for.
     */
    private final class Region {
        private final List<DraftInstruction> drafts;
        private final Dependences dependences;
        private final RegisterPressure pressure;

        /** Cycles from the start of the region to an instruction, on the longest way. */
        private final int[] depth;

        private final int[] waiting;

        /** Cycles before the end of the region by which an instruction must have issued. */
        private final long[] ready;

        private final boolean[] placed;
        private final Map<Pipe, Long> free = new EnumMap<>(Pipe.class);
        private long now;

        Region(List<DraftInstruction> drafts, @Nullable Step behind, RegisterPressure pressure) {
            this.drafts = drafts;
            this.pressure = pressure;
            dependences = new Dependences(drafts);
            depth = new int[drafts.size()];
            waiting = new int[drafts.size()];
            ready = new long[drafts.size()];
            placed = new boolean[drafts.size()];
            for (int i = 0; i < drafts.size(); i++) {
                for (Dependences.Edge edge : dependences.before(i)) {
                    depth[i] = Math.max(depth[i], depth[edge.other()] + edge.cycles());
                    waiting[edge.other()]++;
                }
                if (behind instanceof DraftInstruction end && Dependences.feeds(drafts.get(i), end)) {
                    ready[i] = CostModel.latency(drafts.get(i));
                }
            }
        }

        List<DraftInstruction> order() {
            DraftInstruction[] order = new DraftInstruction[drafts.size()];
            int last = drafts.size() - 1;
            for (int left = drafts.size(); left > 0; left--) {
                while (placed[last]) {
                    last--;
                }
                int next = best(last);
                place(next);
                order[left - 1] = drafts.get(next);
            }
            return List.of(order);
        }

        /** Of the instructions that can run latest and whose operands have free registers, the one with the longest path before it. */
        private int best(int last) {
            int best = last;
            long soonest = Long.MAX_VALUE;
            for (int i = last; i >= Math.max(0, last - WINDOW); i--) {
                if (placed[i] || waiting[i] > 0 || !pressure.allows(i, budget)) {
                    continue;
                }
                long at = at(i);
                if (at < soonest || (at == soonest && depth[i] > depth[best])) {
                    best = i;
                    soonest = at;
                }
            }
            return best;
        }

        private long at(int index) {
            Pipe pipe = drafts.get(index).opcode().pipe();
            return pipe == Pipe.FREE
                    ? Math.max(now, ready[index])
                    : Math.max(now, Math.max(ready[index], free.getOrDefault(pipe, 0L)));
        }

        private void place(int index) {
            DraftInstruction draft = drafts.get(index);
            Pipe pipe = draft.opcode().pipe();
            long at = at(index);
            placed[index] = true;
            pressure.place(index);
            if (pipe != Pipe.FREE) {
                free.put(pipe, at + CostModel.occupancy(draft));
                now = at + 1;
            }
            for (Dependences.Edge edge : dependences.before(index)) {
                ready[edge.other()] = Math.max(ready[edge.other()], at + edge.cycles());
                waiting[edge.other()]--;
            }
        }
    }
}
