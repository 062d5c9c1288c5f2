package io.cdpsim.ptx.optimize;

import io.cdpsim.ptx.draft.DraftInstruction;
import io.cdpsim.ptx.draft.RegisterWords;
import java.util.BitSet;
import java.util.List;

/**
 * The number of 32-bit registers, and of predicates, with live values before an instruction, while a region is scheduled from its end to its start.
 */
final class RegisterPressure {
    /** Predicates of a thread: P0 to P6 of SASS. */
    private static final int PREDICATES = 7;

    private final RegisterWords sizes;
    private final List<DraftInstruction> drafts;
    private final BitSet live;
    private final BitSet livePredicates = new BitSet();
    private int words;

    /**
     * Before anything is placed.
     *
     * @param live live values after the region
     */
    RegisterPressure(RegisterWords sizes, List<DraftInstruction> drafts, BitSet live) {
        this.sizes = sizes;
        this.drafts = drafts;
        this.live = (BitSet) live.clone();
        words = sizes.of(live);
    }

    /** Whether an instruction can be placed next without that more than a number are needed, or no more than now. */
    boolean allows(int index, int budget) {
        int growth = growth(index);
        return (growth <= 0 || words + growth <= budget) && allowsPredicates(index);
    }

    private boolean allowsPredicates(int index) {
        DraftInstruction draft = drafts.get(index);
        int growth = isPredicateDefinition(draft) && livePredicates.get(draft.destination()) ? -1 : 0;
        for (int predicate : Dependences.predicatesRead(draft)) {
            growth += livePredicates.get(predicate) ? 0 : 1;
        }
        return growth <= 0 || livePredicates.cardinality() + growth <= PREDICATES;
    }

    /** Guarded pieces write their own predicates, which are not needed before. */
    private static boolean isPredicateDefinition(DraftInstruction draft) {
        return draft.destination() >= 0 && draft.opcode().writesPredicate();
    }

    /** The increase of live registers from after an instruction to before it. */
    private int growth(int index) {
        DraftInstruction draft = drafts.get(index);
        int growth = 0;
        for (int i = 0; draft.isDefinition() && i < draft.writes(); i++) {
            growth -= live.get(draft.destination() + i) ? sizes.of(draft.destination() + i) : 0;
        }
        int[] reads = draft.reads();
        for (int i = 0; i < reads.length; i++) {
            boolean alreadyLive = live.get(reads[i]) && !(draft.isDefinition() && writes(draft, reads[i]));
            growth += alreadyLive || isRepeated(reads, i) ? 0 : sizes.of(reads[i]);
        }
        return growth;
    }

    private static boolean isRepeated(int[] reads, int index) {
        for (int i = 0; i < index; i++) {
            if (reads[i] == reads[index]) {
                return true;
            }
        }
        return false;
    }

    private static boolean writes(DraftInstruction draft, int register) {
        return register >= draft.destination() && register < draft.destination() + draft.writes();
    }

    /** Schedules an instruction before those already scheduled. */
    void place(int index) {
        words += growth(index);
        DraftInstruction draft = drafts.get(index);
        for (int i = 0; draft.isDefinition() && i < draft.writes(); i++) {
            live.clear(draft.destination() + i);
        }
        for (int register : draft.reads()) {
            live.set(register);
        }
        if (isPredicateDefinition(draft)) {
            livePredicates.clear(draft.destination());
        }
        for (int predicate : Dependences.predicatesRead(draft)) {
            livePredicates.set(predicate);
        }
    }
}
