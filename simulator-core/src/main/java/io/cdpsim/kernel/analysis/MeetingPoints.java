package io.cdpsim.kernel.analysis;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Opcode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the lanes that branches part meet again, as ptxas places its convergence barriers. Lanes that stay in a loop meet within it, though others may
 * leave it in between (BREAK); lanes that leave it wait behind it. Lanes that end need not come. Source: SASS of {@code measurements/programs}, CUDA 13.0.
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
