package io.cdpsim.ptx.optimize;

import io.cdpsim.ptx.draft.DraftFunction;
import io.cdpsim.ptx.draft.DraftInstruction;
import io.cdpsim.ptx.draft.Liveness;
import io.cdpsim.ptx.draft.Step;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Registers with one definition: one unguarded instruction writes them before any instruction reads them.
 *
 * <p>Where two such registers depend on each other, the one may stand for what it was computed from wherever it is read: an instruction
 * that gives a register its only value comes before every reading, on every way.
 */
final class Definitions {
    private final @Nullable DraftInstruction[] only;
    private final int[] writes;
    private final int[] reads;
    private final BitSet early;
    private final int arguments;
    private final BitSet fixed = new BitSet();

    Definitions(DraftFunction function) {
        int count = function.registers();
        only = new DraftInstruction[count];
        writes = new int[count];
        reads = new int[count];
        arguments = function.arguments();
        for (int i = 0; i < count; i++) {
            fixed.set(i, function.isFixed(i));
        }
        early = new Liveness(function).liveAtEntry();
        for (Step step : function.steps()) {
            if (step instanceof DraftInstruction draft) {
                for (int i = 0; i < draft.writes(); i++) {
                    writes[draft.destination() + i]++;
                    only[draft.destination() + i] = draft;
                }
                for (int register : draft.reads()) {
                    reads[register]++;
                }
            }
        }
    }

    /** The only definition of a register; null if it has none or several. */
    @Nullable
    DraftInstruction of(int register) {
        DraftInstruction draft = only[register];
        return writes[register] == 1
                        && draft != null
                        && draft.isUnconditional()
                        && !early.get(register)
                        && !fixed.get(register)
                ? draft
                : null;
    }

    /** Whether an operand has one value throughout: a constant, or a register that is given one. */
    boolean isSteady(int operand) {
        return operand < 0 || of(operand) != null || (operand < arguments && writes[operand] == 0);
    }

    /** How many instructions read a register. */
    int reads(int register) {
        return reads[register];
    }
}
