package io.cdpsim.runtime.device;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.observe.DeviceEvents;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Warns of warp-synchronous instructions whose member masks are wrong, and of barriers that a part of a warp does not come to, once for each instruction. */
final class WarpSyncWarnings {
    /** The rule of PTX instructions with {@code .sync} and a member mask. */
    private static final String RULE = "PTX-sync";

    /** The rule of aligned barriers of the block, such as {@code __syncthreads()}. */
    private static final String BARRIER_RULE = "PTX-barrier";

    private final DeviceEvents events;
    private final Set<Instruction> warned = Collections.newSetFromMap(new IdentityHashMap<>());

    WarpSyncWarnings(DeviceEvents events) {
        this.events = events;
    }

    void lanesDisagree(Warp warp, Instruction in, int mask, int unnamed, int missing, long now) {
        if (!warned.add(in)) {
            return;
        }
        String place = "kernel " + warp.block().grid().kernel().name()
                + (in.place().isEmpty() ? "" : ", " + in.place()) + ": ";
        if (in.opcode() == Opcode.BARRIER) {
            events.warning(
                    BARRIER_RULE,
                    place + "lanes " + hex(missing)
                            + " of a warp have not ended and do not come to the barrier of the block with"
                            + " the others, so what follows is undefined; take __syncthreads() out of the branch, so"
                            + " that every thread of the block comes to it",
                    now);
            return;
        }
        List<String> reasons = new ArrayList<>();
        if (unnamed != 0) {
            reasons.add("does not name lanes " + hex(unnamed) + ", which run it");
        }
        if (missing != 0) {
            reasons.add("names lanes " + hex(missing) + ", which have not ended and do not run it with them");
        }
        events.warning(
                RULE,
                place + "the mask of members " + hex(mask)
                        + " of a " + in.opcode().name().toLowerCase(Locale.ROOT).replace('_', ' ') + " "
                        + String.join(" and ", reasons)
                        + "; what it gives is undefined: every lane that runs it must name itself, and all whom it"
                        + " names must come",
                now);
    }

    private static String hex(int mask) {
        return "0x" + Integer.toHexString(mask);
    }
}
