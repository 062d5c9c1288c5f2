package io.cdpsim.runtime.call;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.runtime.version.CdpRules;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Set;

/** Warns of undefined accesses that do not fault, once for each instruction (rules MEM-1, MEM-8, HEAP-3). */
public final class PointerWarnings {
    private final DeviceEvents events;
    private final CdpRules rules;
    private final boolean strict;
    private final Set<Instruction> warned = Collections.newSetFromMap(new IdentityHashMap<>());

    public PointerWarnings(DeviceEvents events, CdpRules rules, boolean strict) {
        this.events = events;
        this.rules = rules;
        this.strict = strict;
    }

    /**
     * Rule MEM-1: an address in the shared or local window that was created in another grid refers to a different location here.
     * A kernel that creates such addresses itself may have stored one of them in memory, which faults on no GPU; so only accesses
     * of other kernels are certainly wrong.
     *
     * @return whether it is a fault
     */
    public boolean foreignAddress(Warp warp, Instruction in, AddressSpace space, long now) {
        boolean faults = space == AddressSpace.LOCAL
                && rules.faultsOnForeignLocalAddress()
                && !warp.state().kernel().makesOwnAddresses();
        if (warned.add(in)) {
            String window = space.name().toLowerCase(Locale.ROOT);
            String reached = "it reaches this " + (space == AddressSpace.SHARED ? "block" : "thread") + "'s own "
                    + window + " memory, not its parent's";
            events.warning(
                    "MEM-1",
                    location(warp, in) + " accesses " + window + " memory by an address from outside the grid; "
                            + (faults ? "GPUs of this kind were seen to fault there (Q-43)" : reached)
                            + "; pass values, or a pointer to global memory",
                    now);
        }
        return faults;
    }

    /**
     * Rule MEM-8: device code must not write constant memory. The H200 does not fault.
     *
     * @return whether it is a fault
     */
    public boolean storesToConstant(Warp warp, Instruction in, long now) {
        if (warned.add(in)) {
            events.warning(
                    "MEM-8",
                    location(warp, in) + " stores to constant memory, which device code may only read; the values of"
                            + " later reads are undefined",
                    now);
        }
        return strict;
    }

    /** Rule HEAP-3: {@code free} of an address that is not from the device heap cannot return an error. */
    void warnOfForeignFree(Warp warp, Instruction in, long now) {
        if (warned.add(in)) {
            events.warning(
                    "HEAP-3",
                    location(warp, in) + " frees an address that is not from the device heap, so nothing is freed;"
                            + " free each address that malloc returned, once",
                    now);
        }
    }

    private static String location(Warp warp, Instruction in) {
        return "kernel " + warp.block().grid().kernel().name() + (in.place().isEmpty() ? "" : ", " + in.place());
    }

    public static String calleeName(Modifiers.Device launch) {
        return launch.callee() == null ? "a kernel" : launch.callee().name();
    }
}
