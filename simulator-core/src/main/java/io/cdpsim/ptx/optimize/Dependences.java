package io.cdpsim.ptx.optimize;

import io.cdpsim.kernel.analysis.OperandUse;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.VoteMode;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.ptx.draft.DraftInstruction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The dependences between instructions of a straight-line region, with their latencies in cycles. */
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

    private final List<DraftInstruction> drafts;
    private final List<List<Edge>> before = new ArrayList<>();
    private final Map<Integer, Integer> writer = new HashMap<>();
    private final Map<Integer, List<Integer>> readers = new HashMap<>();

    Dependences(List<DraftInstruction> drafts) {
        this.drafts = drafts;
        for (int i = 0; i < drafts.size(); i++) {
            before.add(new ArrayList<>());
        }
        for (int i = 0; i < drafts.size(); i++) {
            values(i);
            memory(i);
        }
    }

    /** The predecessors of an instruction. */
    List<Edge> before(int index) {
        return before.get(index);
    }

    /** Whether nothing may move across an instruction: it leaves the region, reads a clock, or synchronizes lanes. */
    static boolean isBoundary(DraftInstruction draft) {
        return switch (draft.opcode()) {
            case BRANCH, CALL, RETURN, EXIT, TRAP, FENCE, WARP_SYNC -> true;
            case READ_SPECIAL -> isClock(draft);
            default -> draft.opcode().actsBeyondWarp();
        };
    }

    private static boolean isClock(DraftInstruction draft) {
        return draft.modifiers() instanceof Modifiers.Special special
                && special.register().isClock();
    }

    /** Whether what an instruction writes is read by another. */
    static boolean feeds(DraftInstruction from, DraftInstruction to) {
        List<Integer> read = reads(to);
        return writes(from).stream().anyMatch(read::contains);
    }

    /** Whether an instruction writes a predicate. */
    static boolean writesPredicate(DraftInstruction draft, int predicate) {
        return writes(draft).contains(~predicate);
    }

    /** The predicates that an instruction reads, its guard among them. */
    static int[] predicatesRead(DraftInstruction draft) {
        int[] into = new int[MOST_PREDICATES];
        int count = OperandUse.predicatesRead(draft.opcode(), draft.a(), draft.b(), draft.c(), draft.guard(), into);
        return Arrays.copyOf(into, count);
    }

    /** Whether an access to memory orders no others. */
    static boolean isWeak(DraftInstruction draft) {
        return !isStrong(draft);
    }

    /** Registers as they are, predicates as negative numbers. */
    private static List<Integer> reads(DraftInstruction draft) {
        List<Integer> all = new ArrayList<>();
        for (int register : draft.reads()) {
            all.add(register);
        }
        for (int predicate : predicatesRead(draft)) {
            all.add(~predicate);
        }
        if (!draft.isDefinition()) {
            // Lanes without the guard keep the old value.
            all.addAll(writes(draft));
        }
        return all;
    }

    private static List<Integer> writes(DraftInstruction draft) {
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < draft.writes(); i++) {
            all.add(draft.destination() + i);
        }
        if (writesPredicate(draft)) {
            all.add(~draft.destination());
        }
        int further = OperandUse.furtherPredicateOf(draft.modifiers());
        if (further >= 0) {
            all.add(~further);
        }
        return all;
    }

    private static boolean writesPredicate(DraftInstruction draft) {
        return draft.destination() >= 0
                && (draft.opcode().writesPredicate()
                        || (draft.modifiers() instanceof Modifiers.Vote vote && vote.mode() != VoteMode.BALLOT));
    }

    private void values(int index) {
        DraftInstruction draft = drafts.get(index);
        List<Integer> written = writes(draft);
        for (int value : reads(draft)) {
            Integer from = writer.get(value);
            if (from != null) {
                before.get(index).add(new Edge(from, CostModel.latency(drafts.get(from))));
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

    /** Whether two accesses stay in order: loads may pass loads, and accesses to disjoint memory may pass each other. */
    private static boolean inOrder(DraftInstruction before, DraftInstruction behind) {
        if (!isMemory(before) || !isMemory(behind)) {
            return false;
        }
        if (isStrong(before) || isStrong(behind)) {
            return true;
        }
        boolean bothLoad = isLoad(before.opcode()) && isLoad(behind.opcode());
        return !bothLoad && mayMeet(space(before), space(behind));
    }

    private static boolean isLoad(Opcode opcode) {
        return opcode == Opcode.LOAD || opcode == Opcode.MATRIX_LOAD;
    }

    private static boolean isMemory(DraftInstruction draft) {
        return switch (draft.opcode()) {
            case LOAD, STORE, ATOMIC, MATRIX_LOAD, MATRIX_STORE -> true;
            default -> false;
        };
    }

    private static boolean isStrong(DraftInstruction draft) {
        return !(draft.modifiers() instanceof Modifiers.MatrixRows)
                && (!(draft.modifiers() instanceof Modifiers.Access access) || access.order() != MemoryOrder.WEAK);
    }

    private static StateSpace space(DraftInstruction draft) {
        return draft.modifiers() instanceof Modifiers.MatrixRows rows
                ? rows.space()
                : ((Modifiers.Access) draft.modifiers()).space();
    }

    private static boolean mayMeet(StateSpace one, StateSpace other) {
        return one == other || one == StateSpace.GENERIC || other == StateSpace.GENERIC;
    }
}
