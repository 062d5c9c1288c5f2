package io.cdpsim.runtime.call;

import io.cdpsim.gpu.sm.Warp;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.runtime.version.CdpRules;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Set;

/** Warns of accesses that are undefined but run on, once for each instruction (rules MEM-1, MEM-8, HEAP-3). */
public final class PointerWarnings {
    private final DeviceEvents events;
    private final CdpRules rules;
    private final boolean strict;
    private final Set<Instruction> told = Collections.newSetFromMap(new IdentityHashMap<>());

    public PointerWarnings(DeviceEvents events, CdpRules rules, boolean strict) {
        this.events = events;
        this.rules = rules;
        this.strict = strict;
    }

    /**
     * Rule MEM-1: an address in the shared or local window that was made elsewhere means another cell here. A kernel that makes addresses of
     * its own may have kept one of them in memory, which is no fault on any GPU; so only others can be said to go astray for certain.
     *
     * @return whether it is a fault
     */
    public boolean foreignAddress(Warp warp, Instruction in, AddressSpace space, long now) {
        boolean faults = space == AddressSpace.LOCAL
                && rules.faultsAtForeignLocalMemory()
                && !warp.state().kernel().makesOwnAddresses();
        if (told.add(in)) {
            String window = space.name().toLowerCase(Locale.ROOT);
            String reached = "it reaches this " + (space == AddressSpace.SHARED ? "block" : "thread") + "'s own "
                    + window + " memory, not its parent's";
            events.warning(
                    "MEM-1",
                    place(warp, in) + " goes to " + window + " memory by an address that came from outside the grid; "
                            + (faults ? "GPUs of this kind were seen to fault there (Q-43)" : reached)
                            + "; hand over values, or a pointer to global memory",
                    now);
        }
        return faults;
    }

    /**
     * Rule MEM-8: constant memory is not to be written by device code. The H200 lets it pass.
     *
     * @return whether it is a fault
     */
    public boolean storesToConstant(Warp warp, Instruction in, long now) {
        if (told.add(in)) {
            events.warning(
                    "MEM-8",
                    place(warp, in) + " stores to constant memory, which device code may only read; what later"
                            + " reads give is undefined",
                    now);
        }
        return strict;
    }

    /** Rule HEAP-3: {@code free} of what the device heap did not give returns nothing that could tell of it. */
    void freesForeignMemory(Warp warp, Instruction in, long now) {
        if (told.add(in)) {
            events.warning(
                    "HEAP-3",
                    place(warp, in) + " frees an address that the device heap did not give; nothing is freed",
                    now);
        }
    }

    private static String place(Warp warp, Instruction in) {
        return "kernel " + warp.block().grid().kernel().name() + (in.place().isEmpty() ? "" : ", " + in.place());
    }

    public static String calleeName(Modifiers.Device launch) {
        return launch.callee() == null ? "a kernel" : launch.callee().name();
    }
}
