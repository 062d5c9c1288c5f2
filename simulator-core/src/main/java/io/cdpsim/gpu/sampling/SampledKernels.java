package io.cdpsim.gpu.sampling;

import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import java.util.IdentityHashMap;

/**
 * The kernels whose blocks may run untimed: those whose threads launch nothing, call nothing of the device runtime, read no clock, use no asynchronous unit, and
 * do not wait for threads of other blocks.
 */
final class SampledKernels {
    private final IdentityHashMap<Kernel, Boolean> known = new IdentityHashMap<>();

    /** Whether blocks of a kernel may run untimed. */
    boolean contains(Kernel kernel) {
        return known.computeIfAbsent(kernel, SampledKernels::isSampled);
    }

    private static boolean isSampled(Kernel kernel) {
        if (kernel.usesDynamicParallelism()) {
            return false;
        }
        for (Instruction in : kernel.code()) {
            if (!mayBeUntimed(in)) {
                return false;
            }
        }
        return true;
    }

    private static boolean mayBeUntimed(Instruction in) {
        return switch (in.opcode()) {
            case DEVICE_CALL,
                    PRINT,
                    GRID_DEPENDENCY,
                    CLUSTER_BARRIER,
                    CLUSTER_ADDRESS,
                    MBARRIER,
                    MBARRIER_WAIT,
                    BULK,
                    BULK_COPY,
                    BULK_GROUP,
                    TEXTURE_FETCH,
                    TEXTURE_QUERY,
                    SURFACE_LOAD,
                    SURFACE_STORE,
                    SURFACE_REDUCE,
                    NANOSLEEP -> false;
            // A thread that orders its loads against those of others may wait for a flag of another block.
            case LOAD -> ((Modifiers.Access) in.modifiers()).isWeak();
            case READ_SPECIAL ->
                switch (((Modifiers.Special) in.modifiers()).register()) {
                    case CLOCK,
                            CLOCK_LOW,
                            CLOCK_HIGH,
                            GLOBAL_TIMER,
                            GLOBAL_TIMER_LOW,
                            GLOBAL_TIMER_HIGH,
                            GRID_WORKSPACE_HIGH,
                            GRID_WORKSPACE_LOW -> false;
                    default -> true;
                };
            default -> true;
        };
    }
}
