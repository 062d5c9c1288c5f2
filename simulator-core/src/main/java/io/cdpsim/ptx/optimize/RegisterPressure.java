package io.cdpsim.ptx.optimize;

import io.cdpsim.ptx.draft.DraftInstruction;
import io.cdpsim.ptx.draft.RegisterWords;
import java.util.BitSet;
import java.util.List;

/** The number of 32-bit registers with live values before an instruction, while a region is scheduled from its end to its start. */
final class RegisterPressure {
    private final RegisterWords sizes;
    private final List<DraftInstruction> drafts;
    private final BitSet live;
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
        return growth <= 0 || words + growth <= budget;
    }

    /** The increase of live registers from after an instruction to before it. */
    private int growth(int index) {
        DraftInstruction draft = drafts.get(index);
        int growth = 0;
        for (int i = 0; draft.isUnconditional() && i < draft.writes(); i++) {
            growth -= live.get(draft.destination() + i) ? sizes.of(draft.destination() + i) : 0;
        }
        int[] reads = draft.reads();
        for (int i = 0; i < reads.length; i++) {
            boolean alreadyLive = live.get(reads[i]) && !(draft.isUnconditional() && writes(draft, reads[i]));
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
        for (int i = 0; draft.isUnconditional() && i < draft.writes(); i++) {
            live.clear(draft.destination() + i);
        }
        for (int register : draft.reads()) {
            live.set(register);
        }
    }
}
