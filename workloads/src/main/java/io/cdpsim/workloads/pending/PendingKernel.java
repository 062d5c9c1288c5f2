package io.cdpsim.workloads.pending;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;

import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.Predicate;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.workloads.ChildStream;

/** The kernel {@code pending_k} of the rulebook's 22.1, listing 8, with the counters of a measurement program. */
final class PendingKernel {
    /** Threads of a block, each of which launches. */
    static final int THREADS = 8;

    /** The register count that nvcc 13.0 prints for sm_90. */
    private static final int REGISTERS = 24;

    private PendingKernel() {}

    /**
     * Builds {@code pendingK(int depth, int maxDepth)}.
     *
     * @param stream {@link ChildStream#NAMED} or {@link ChildStream#FAF}
     * @param counters device address of a {@link Counters}
     */
    static Kernel build(ChildStream stream, long counters) {
        KernelBuilder k = new KernelBuilder("pendingK").registersPerThread(REGISTERS);
        Register depth = k.parameter(ValueType.S32);
        Register maxDepth = k.parameter(ValueType.S32);
        k.at("count of the grids that run");
        k.ifThen(k.equal(k.threadX(), u32(0)), () -> {
            reduce(k, AtomicOperation.ADD, ValueType.U64, counters + Counters.RAN, u64(1));
            reduce(k, AtomicOperation.MAXIMUM, ValueType.S32, counters + Counters.DEEPEST, depth);
        });
        k.returnIf(k.equal(depth, maxDepth));
        k.at("launch of the next depth");
        if (stream == ChildStream.NAMED) {
            Register created = k.device().streamCreateWithFlags();
            launch(k, created, depth, maxDepth, counters);
            k.device().streamDestroy(created);
        } else {
            launch(k, DeviceRuntimeCalls.FIRE_AND_FORGET, depth, maxDepth, counters);
        }
        return k.build();
    }

    private static void launch(KernelBuilder k, Operand stream, Register depth, Register maxDepth, long counters) {
        k.device().launch(k.self(), u32(1), u32(THREADS), stream, k.add(depth, s32(1)), maxDepth);
        Register error = k.device().getLastError();
        Predicate refused = k.notEqual(error, s32(0));
        k.ifThen(refused, () -> {
            reduce(k, AtomicOperation.ADD, ValueType.U64, counters + Counters.FAILED, u64(1));
            k.memory().store(ValueType.S32, u64(counters + Counters.LAST_ERROR), error);
        });
    }

    private static void reduce(
            KernelBuilder k, AtomicOperation operation, ValueType type, long address, Operand value) {
        k.memory().reduce(StateSpace.GLOBAL, operation, type, u64(address), value);
    }

    /**
     * The kernel's counters in device memory.
     *
     * @param ran grids that ran, including those of the host
     * @param failed launches that failed
     * @param deepest depth of the deepest grid that ran
     * @param lastError error code of a failed launch; 0 if there was none
     */
    record Counters(long ran, long failed, int deepest, int lastError) {
        /** Offsets in bytes. */
        static final int RAN = 0;

        static final int FAILED = 8;
        static final int DEEPEST = 16;
        static final int LAST_ERROR = 20;

        /** Size in bytes. */
        static final int BYTES = 24;

        static Counters read(Host host, long address) {
            int[] small = host.memory().readInts(address + DEEPEST, 2);
            return new Counters(
                    host.memory().readLong(address + RAN),
                    host.memory().readLong(address + FAILED),
                    small[0],
                    small[1]);
        }
    }
}
