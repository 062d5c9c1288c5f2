package io.cdpsim.ptx.optimize;

import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.ptx.draft.DraftFunction;
import io.cdpsim.ptx.draft.DraftInstruction;
import io.cdpsim.ptx.draft.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/**
 * Removes code that is not reached and values that are not read. An atomic on global memory whose result no instruction reads keeps its result, for which it waits itself
 * before it issues again: so ptxas compiles relocatable code, without which there is no dynamic parallelism.
 */
final class DeadCode {
    private DeadCode() {}

    /** Removes what computes a value that no instruction reads. */
    static void removeUnread(DraftFunction function) {
        List<List<DraftInstruction>> writers = new ArrayList<>();
        for (int i = 0; i < function.registers(); i++) {
            writers.add(new ArrayList<>());
        }
        boolean[] live = new boolean[function.registers()];
        Deque<Integer> open = new ArrayDeque<>();
        for (int i = 0; i < function.registers(); i++) {
            if (function.isFixed(i)) {
                mark(i, live, open);
            }
        }
        for (Step step : function.steps()) {
            if (step instanceof DraftInstruction draft) {
                for (int i = 0; i < draft.writes(); i++) {
                    writers.get(draft.destination() + i).add(draft);
                }
                if (!onlyComputes(draft)) {
                    for (int register : draft.reads()) {
                        mark(register, live, open);
                    }
                }
            }
        }
        while (!open.isEmpty()) {
            for (DraftInstruction writer : writers.get(open.remove())) {
                for (int register : writer.reads()) {
                    mark(register, live, open);
                }
            }
        }
        function.steps(function.steps().stream()
                .filter(step ->
                        !(step instanceof DraftInstruction draft) || !onlyComputes(draft) || isLive(draft, live))
                .map(step -> step instanceof DraftInstruction draft
                                && draft.modifiers() instanceof Modifiers.Atomic atomic
                                && isUpdateOfShared(atomic)
                                && !isLive(draft, live)
                        ? draft.withDestination(-1).with(draft.a(), draft.b(), draft.c(), atomic.withoutResult())
                        : step)
                .toList());
    }

    private static void mark(int register, boolean[] live, Deque<Integer> open) {
        if (!live[register]) {
            live[register] = true;
            open.add(register);
        }
    }

    private static boolean isLive(DraftInstruction draft, boolean[] live) {
        for (int i = 0; i < draft.writes(); i++) {
            if (live[draft.destination() + i]) {
                return true;
            }
        }
        return false;
    }

    /** Whether it updates shared memory by an operation that need not return what was there. */
    private static boolean isUpdateOfShared(Modifiers.Atomic atomic) {
        return atomic.space() == StateSpace.SHARED
                && atomic.operation() != AtomicOperation.EXCHANGE
                && atomic.operation() != AtomicOperation.COMPARE_AND_SWAP;
    }

    /** Whether removing it only removes writes of registers. Predicates are few and remain. */
    private static boolean onlyComputes(DraftInstruction draft) {
        if (draft.writes() == 0) {
            return false;
        }
        return switch (draft.opcode()) {
            case READ_SPECIAL, LOAD_PARAMETER -> true;
            case LOAD -> ((Modifiers.Access) draft.modifiers()).order() == MemoryOrder.WEAK;
            default -> draft.opcode().isArithmetic();
        };
    }

    /** Removes unreachable code after an exit or an unconditional branch, up to the next label that a branch names. */
    static void removeUnreachable(DraftFunction function) {
        BitSet named = new BitSet();
        for (Step step : function.steps()) {
            if (step instanceof DraftInstruction draft && draft.opcode() == Opcode.BRANCH) {
                named.set(draft.target());
            }
        }
        List<Step> steps = new ArrayList<>();
        boolean reached = true;
        for (Step step : function.steps()) {
            if (step instanceof Step.Label label) {
                reached |= named.get(label.id());
            }
            if (reached) {
                steps.add(step);
            }
            if (step instanceof DraftInstruction draft && draft.isUnconditional()) {
                reached &= switch (draft.opcode()) {
                    case BRANCH, EXIT, RETURN, TRAP -> false;
                    default -> true;
                };
            }
        }
        function.steps(steps);
    }
}
