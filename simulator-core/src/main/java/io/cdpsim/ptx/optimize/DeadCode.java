package io.cdpsim.ptx.optimize;

import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.ptx.draft.DraftFunction;
import io.cdpsim.ptx.draft.DraftInstruction;
import io.cdpsim.ptx.draft.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Removes what computes a value that no instruction reads. An atomic whose result no instruction reads keeps its result, and is waited for before its register is
 * written again: so ptxas compiles relocatable code, without which there is no dynamic parallelism.
 */
final class DeadCode {
    private DeadCode() {}

    static void run(DraftFunction function) {
        List<List<DraftInstruction>> writers = new ArrayList<>();
        for (int i = 0; i < function.registers(); i++) {
            writers.add(new ArrayList<>());
        }
        boolean[] wanted = new boolean[function.registers()];
        Deque<Integer> open = new ArrayDeque<>();
        for (int i = 0; i < function.registers(); i++) {
            if (function.isFixed(i)) {
                want(i, wanted, open);
            }
        }
        for (Step step : function.steps()) {
            if (step instanceof DraftInstruction draft) {
                for (int i = 0; i < draft.writes(); i++) {
                    writers.get(draft.destination() + i).add(draft);
                }
                if (!onlyComputes(draft)) {
                    for (int register : draft.reads()) {
                        want(register, wanted, open);
                    }
                }
            }
        }
        while (!open.isEmpty()) {
            for (DraftInstruction writer : writers.get(open.remove())) {
                for (int register : writer.reads()) {
                    want(register, wanted, open);
                }
            }
        }
        function.steps(function.steps().stream()
                .filter(step ->
                        !(step instanceof DraftInstruction draft) || !onlyComputes(draft) || isWanted(draft, wanted))
                .toList());
    }

    private static void want(int register, boolean[] wanted, Deque<Integer> open) {
        if (!wanted[register]) {
            wanted[register] = true;
            open.add(register);
        }
    }

    private static boolean isWanted(DraftInstruction draft, boolean[] wanted) {
        for (int i = 0; i < draft.writes(); i++) {
            if (wanted[draft.destination() + i]) {
                return true;
            }
        }
        return false;
    }

    /** Whether leaving it out changes nothing but its registers. Predicates are few and stay. */
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
}
