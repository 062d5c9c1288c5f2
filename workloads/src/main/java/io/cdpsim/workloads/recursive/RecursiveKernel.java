package io.cdpsim.workloads.recursive;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;

import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.runtime.host.Host;

/**
 * The kernel {@code recursive_k} of the rulebook's 22.1, listing 6: launches itself one level deeper; at one depth it then synchronises
 * and launches once more.
 */
final class RecursiveKernel {
    /** The register count that nvcc 13.0 prints for sm_90. */
    private static final int REGISTERS = 24;

    private final KernelBuilder k = new KernelBuilder("recursive_k").registersPerThread(REGISTERS);
    private final long counters;
    private final Register depth = k.parameter(ValueType.S32);
    private final Register maxDepth = k.parameter(ValueType.S32);
    private final Register syncAt = k.parameter(ValueType.S32);

    private RecursiveKernel(long counters) {
        this.counters = counters;
    }

    /**
     * Builds {@code recursive_k(int depth, int maxDepth, int syncAt)}.
     *
     * @param synchronizes whether device code can synchronise (CDP1)
     * @param counters device address of a {@link Counters}
     */
    static Kernel build(boolean synchronizes, long counters) {
        return new RecursiveKernel(counters).write(synchronizes);
    }

    private Kernel write(boolean synchronizes) {
        k.at("count of the grids that run");
        reduce(AtomicOperation.ADD, Counters.RAN, s32(1));
        reduce(AtomicOperation.MAXIMUM, Counters.DEEPEST, depth);
        k.returnIf(k.equal(depth, maxDepth));
        k.ifThen(k.equal(depth, syncAt), () -> {
            k.at("first launch at the depth that synchronises");
            launch();
            if (synchronizes) {
                k.at("device synchronisation");
                note(k.device().deviceSynchronize(), Counters.SYNC_ERRORS, Counters.LAST_SYNC_ERROR);
            }
        });
        k.at("launch of the next depth");
        launch();
        return k.build();
    }

    private void launch() {
        Register error = k.device()
                .launch(
                        k.self(),
                        u32(1),
                        u32(1),
                        DeviceRuntimeCalls.NULL_STREAM,
                        k.add(depth, s32(1)),
                        maxDepth,
                        syncAt);
        note(error, Counters.FAILED, Counters.LAST_LAUNCH_ERROR);
    }

    private void note(Register error, int count, int last) {
        k.ifThen(k.notEqual(error, s32(0)), () -> {
            reduce(AtomicOperation.ADD, count, s32(1));
            k.memory().store(ValueType.S32, u64(counters + last), error);
        });
    }

    private void reduce(AtomicOperation operation, int offset, Operand value) {
        k.memory().reduce(StateSpace.GLOBAL, operation, ValueType.S32, u64(counters + offset), value);
    }

    /**
     * The kernel's counters in device memory.
     *
     * @param ran grids that ran, including that of the host
     * @param deepest depth of the deepest grid that ran
     * @param syncErrors device synchronisations that failed
     * @param lastSyncError error code of the last of them; 0 if there was none
     * @param failed launches that failed
     * @param lastLaunchError error code of the last of them; 0 if there was none
     */
    record Counters(int ran, int deepest, int syncErrors, int lastSyncError, int failed, int lastLaunchError) {
        /** Offsets in bytes. */
        static final int RAN = 0;

        static final int DEEPEST = 4;
        static final int SYNC_ERRORS = 8;
        static final int LAST_SYNC_ERROR = 12;
        static final int FAILED = 16;
        static final int LAST_LAUNCH_ERROR = 20;

        /** Size in bytes. */
        static final int BYTES = 24;

        static Counters read(Host host, long address) {
            int[] words = host.memory().readInts(address, BYTES / 4);
            return new Counters(words[0], words[1], words[2], words[3], words[4], words[5]);
        }
    }
}
