package io.cdpsim.ptx.optimize;

import io.cdpsim.kernel.analysis.OperandUse;
import io.cdpsim.kernel.code.Detail;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.VoteMode;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.ptx.draft.Draft;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which instructions of a stretch of straight code must come behind which others, and how many cycles behind. */
final class Dependences {
    /** Enough for the operands of an instruction. */
    private static final int MOST_PREDICATES = 8;

    /**
     * An instruction for which another waits.
     *
     * @param other for which one
     * @param cycles for how long after that has issued
     */
    record Edge(int other, int cycles) {}

    private final List<Draft> drafts;
    private final List<List<Edge>> before = new ArrayList<>();
    private final Map<Integer, Integer> writer = new HashMap<>();
    private final Map<Integer, List<Integer>> readers = new HashMap<>();

    Dependences(List<Draft> drafts) {
        this.drafts = drafts;
        for (int i = 0; i < drafts.size(); i++) {
            before.add(new ArrayList<>());
        }
        for (int i = 0; i < drafts.size(); i++) {
            values(i);
            memory(i);
        }
    }

    /** Those for which an instruction waits. */
    List<Edge> before(int index) {
        return before.get(index);
    }

    /** Whether nothing is moved across an instruction: it leaves the stretch, tells the time, or lanes meet there. */
    static boolean isBoundary(Draft draft) {
        return switch (draft.opcode()) {
            case BRANCH,
                    CALL,
                    RETURN,
                    EXIT,
                    TRAP,
                    NANOSLEEP,
                    DEVICE_CALL,
                    PRINT,
                    BULK,
                    BARRIER,
                    BARRIER_REDUCE,
                    FENCE,
                    WARP_SYNC -> true;
            case READ_SPECIAL -> isClock(draft);
            default -> false;
        };
    }

    private static boolean isClock(Draft draft) {
        return draft.detail() instanceof Detail.Special special
                && special.register().isClock();
    }

    /** Whether what an instruction writes is read by another. */
    static boolean feeds(Draft from, Draft to) {
        List<Integer> read = reads(to);
        return writes(from).stream().anyMatch(read::contains);
    }

    /** Registers as they are, predicates as negative numbers. */
    private static List<Integer> reads(Draft draft) {
        List<Integer> all = new ArrayList<>();
        for (int register : draft.reads()) {
            all.add(register);
        }
        int[] predicates = new int[MOST_PREDICATES];
        int count =
                OperandUse.predicatesRead(draft.opcode(), draft.a(), draft.b(), draft.c(), draft.guard(), predicates);
        for (int i = 0; i < count; i++) {
            all.add(~predicates[i]);
        }
        if (!draft.isUnconditional()) {
            // Lanes without the guard keep what they had.
            all.addAll(writes(draft));
        }
        return all;
    }

    private static List<Integer> writes(Draft draft) {
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < draft.writes(); i++) {
            all.add(draft.destination() + i);
        }
        if (writesPredicate(draft)) {
            all.add(~draft.destination());
        }
        int further = OperandUse.furtherPredicateOf(draft.detail());
        if (further >= 0) {
            all.add(~further);
        }
        return all;
    }

    private static boolean writesPredicate(Draft draft) {
        return draft.destination() >= 0
                && (draft.opcode().writesPredicate()
                        || (draft.detail() instanceof Detail.Vote vote && vote.mode() != VoteMode.BALLOT));
    }

    private void values(int index) {
        Draft draft = drafts.get(index);
        List<Integer> written = writes(draft);
        for (int value : reads(draft)) {
            Integer from = writer.get(value);
            if (from != null) {
                before.get(index).add(new Edge(from, Reckoning.latency(drafts.get(from))));
            }
        }
        for (int value : written) {
            Integer from = writer.get(value);
            if (from != null) {
                before.get(index).add(new Edge(from, 1));
            }
            for (int reader : readers.getOrDefault(value, List.of())) {
                if (reader != index) {
                    before.get(index).add(new Edge(reader, 0));
                }
            }
        }
        for (int value : written) {
            writer.put(value, index);
            readers.remove(value);
        }
        for (int value : reads(draft)) {
            if (!written.contains(value)) {
                readers.computeIfAbsent(value, each -> new ArrayList<>()).add(index);
            }
        }
    }

    private void memory(int index) {
        for (int other = 0; other < index; other++) {
            if (inOrder(drafts.get(other), drafts.get(index))) {
                before.get(index).add(new Edge(other, 1));
            }
        }
    }

    /** Whether two accesses stay in their order: loads may pass loads, and all may pass what lies in other memory. */
    private static boolean inOrder(Draft before, Draft behind) {
        if (!isMemory(before) || !isMemory(behind)) {
            return false;
        }
        if (isStrong(before) || isStrong(behind)) {
            return true;
        }
        boolean bothLoad = before.opcode() == Opcode.LOAD && behind.opcode() == Opcode.LOAD;
        return !bothLoad && mayMeet(space(before), space(behind));
    }

    private static boolean isMemory(Draft draft) {
        return switch (draft.opcode()) {
            case LOAD, STORE, ATOMIC -> true;
            default -> false;
        };
    }

    private static boolean isStrong(Draft draft) {
        return !(draft.detail() instanceof Detail.Access access) || access.order() != MemoryOrder.WEAK;
    }

    private static StateSpace space(Draft draft) {
        return ((Detail.Access) draft.detail()).space();
    }

    private static boolean mayMeet(StateSpace one, StateSpace other) {
        return one == other || one == StateSpace.GENERIC || other == StateSpace.GENERIC;
    }
}
