package io.cdpsim.kernel.analysis;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Opcode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Where the lanes that branches part meet again, as ptxas places its convergence barriers. Lanes that stay in a loop meet within it, though others may
 * leave it in between (BREAK); lanes that leave it wait behind it. Lanes that end need not come, except where they leave a loop that is left by ending
 * alone: what is ahead of it would otherwise lead nowhere, and nothing would meet. Source: SASS of {@code measurements/programs}, CUDA 13.0.
 */
final class MeetingPoints {
    private final List<Instruction> code;
    private final LoopNest nest;
    private final List<int[]> successors = new ArrayList<>();
    private final int[] ofAll;
    private final Map<LoopNest.Loop, Map<Integer, Integer>> within = new HashMap<>();

    /**
     * Where the lanes of a branch meet.
     *
     * @param place the instruction, or the code's length if lanes meet at the end only
     * @param left the instructions of the loop that some of the lanes leave; null if all stay, or end
     */
    record Meeting(int place, @Nullable BitSet left) {}

    MeetingPoints(List<Instruction> code) {
        this.code = code;
        for (int i = 0; i < code.size(); i++) {
            successors.add(successorsOf(i));
        }
        leadToTheEnd();
        nest = new LoopNest(successors);
        ofAll = PostDominators.of(successors);
    }

    /** Where the lanes of a guarded branch meet. */
    Meeting of(int branch) {
        Instruction in = code.get(branch);
        int target = in.target();
        int next = branch + 1;
        if (isEnd(target) || isEnd(next)) {
            return new Meeting(isEnd(target) ? isEnd(next) ? in.reconvergence() : next : target, null);
        }
        BitSet left = null;
        for (LoopNest.Loop loop : nest.around(branch)) {
            if (loop.members().get(target) && loop.members().get(next)) {
                return new Meeting(within(loop).getOrDefault(branch, loop.header()), left);
            }
            left = loop.members();
        }
        return new Meeting(ofAll[branch], left);
    }

    /** The loops around an instruction, the innermost first. */
    List<LoopNest.Loop> loopsAround(int instruction) {
        return nest.around(instruction);
    }

    /** The loops of the code, the smallest first. */
    List<LoopNest.Loop> loops() {
        return nest.all();
    }

    /** The instructions that ways lead to, before all that come after them alone; those behind a branch that is not taken before those behind it. */
    List<Integer> order() {
        Deque<Integer> order = new ArrayDeque<>();
        BitSet seen = new BitSet();
        Deque<int[]> open = new ArrayDeque<>();
        open.push(new int[] {0, 0});
        seen.set(0);
        while (!open.isEmpty()) {
            int[] at = open.element();
            int[] next = successors.get(at[0]);
            if (at[1] == next.length) {
                order.push(at[0]);
                open.pop();
            } else {
                int to = next[at[1]++];
                if (to < code.size() && !seen.get(to)) {
                    seen.set(to);
                    open.push(new int[] {to, 0});
                }
            }
        }
        return List.copyOf(order);
    }

    /** Whether lanes that come to an instruction end at once, so that a branch to it is a guarded end. */
    boolean isEnd(int at) {
        int place = at;
        for (int jumps = 0; place < code.size() && jumps < code.size(); jumps++) {
            Instruction in = code.get(place);
            if (in.guard() >= 0 || in.opcode() != Opcode.BRANCH) {
                return in.opcode() == Opcode.EXIT && in.guard() < 0;
            }
            place = in.target();
        }
        return place >= code.size();
    }

    private int[] successorsOf(int at) {
        Instruction in = code.get(at);
        boolean guarded = in.guard() >= 0;
        return switch (in.opcode()) {
            case BRANCH -> {
                if (!guarded) {
                    yield new int[] {in.target()};
                }
                if (isEnd(in.target()) != isEnd(at + 1)) {
                    yield new int[] {isEnd(in.target()) ? at + 1 : in.target()};
                }
                yield new int[] {in.target(), at + 1};
            }
            case EXIT, RETURN, TRAP -> new int[] {guarded ? at + 1 : code.size()};
            default -> new int[] {at + 1};
        };
    }

    /** Lets ends under a guard count as ways out of loops that have no other. */
    private void leadToTheEnd() {
        BitSet leading = leadingToTheEnd();
        Map<Integer, BitSet> ways = new HashMap<>();
        for (int i = 0; i < code.size(); i++) {
            if (!leading.get(i) && mayEnd(i)) {
                ways.put(i, reachedFrom(i));
            }
        }
        ways.forEach((at, reached) -> {
            // Behind it is no other such loop.
            if (ways.entrySet().stream()
                    .allMatch(other ->
                            !reached.get(other.getKey()) || other.getValue().get(at))) {
                int[] next = successors.get(at);
                int[] more = Arrays.copyOf(next, next.length + 1);
                more[next.length] = code.size();
                successors.set(at, more);
            }
        });
    }

    /** Whether lanes may end at an instruction while others go on. */
    private boolean mayEnd(int at) {
        Instruction in = code.get(at);
        return in.guard() >= 0
                && switch (in.opcode()) {
                    case BRANCH -> isEnd(in.target()) != isEnd(at + 1);
                    case EXIT, RETURN, TRAP -> true;
                    default -> false;
                };
    }

    private BitSet leadingToTheEnd() {
        int end = code.size();
        List<List<Integer>> predecessors = new ArrayList<>();
        for (int i = 0; i <= end; i++) {
            predecessors.add(new ArrayList<>());
        }
        for (int i = 0; i < end; i++) {
            for (int next : successors.get(i)) {
                predecessors.get(next).add(i);
            }
        }
        return closure(List.of(end), predecessors::get);
    }

    private BitSet reachedFrom(int start) {
        int end = code.size();
        return closure(next(start), at -> at == end ? List.of() : next(at));
    }

    private List<Integer> next(int at) {
        return Arrays.stream(successors.get(at)).boxed().toList();
    }

    private static BitSet closure(List<Integer> starts, IntFunction<List<Integer>> steps) {
        BitSet seen = new BitSet();
        Deque<Integer> open = new ArrayDeque<>(starts);
        while (!open.isEmpty()) {
            int at = open.remove();
            if (!seen.get(at)) {
                seen.set(at);
                open.addAll(steps.apply(at));
            }
        }
        return seen;
    }

    /** Where those lanes meet in a loop that stay in it, at its header not counted. */
    private Map<Integer, Integer> within(LoopNest.Loop loop) {
        return within.computeIfAbsent(loop, this::meetWithin);
    }

    private Map<Integer, Integer> meetWithin(LoopNest.Loop loop) {
        int[] members = loop.members().stream().toArray();
        Map<Integer, Integer> index = new HashMap<>();
        for (int i = 0; i < members.length; i++) {
            index.put(members[i], i);
        }
        List<int[]> inside = new ArrayList<>();
        for (int member : members) {
            List<Integer> next = new ArrayList<>();
            for (int each : successors.get(member)) {
                if (each == loop.header()) {
                    next.add(members.length);
                } else if (index.containsKey(each)) {
                    next.add(index.get(each));
                }
            }
            inside.add(next.stream().mapToInt(Integer::intValue).toArray());
        }
        int[] dominators = PostDominators.of(inside);
        Map<Integer, Integer> meets = new HashMap<>();
        for (int i = 0; i < members.length; i++) {
            if (dominators[i] < members.length) {
                meets.put(members[i], members[dominators[i]]);
            }
        }
        return meets;
    }
}
