package io.cdpsim.workloads.examples;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Constant;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.observe.Timeline.GridLifetime;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.Arrays;
import java.util.List;

/** The listings about kernels that launch themselves. */
public final class RecursionListings {
    private RecursionListings() {}

    /** All of them, in reading order. */
    public static List<Example> all() {
        return List.of(new Permute(), new PermuteOverrun(), new RecursiveListing(), new PendingListing());
    }

    /** A block permutes n elements in shared memory, writes them back, and launches itself for either half; this permutation reverses them. */
    static final class Permute extends Example {
        private static final int ELEMENTS = 256;

        /** Address of the dynamic shared memory of a kernel without static shared memory. */
        private static final Constant SHARED = u64(0);

        Permute() {
            super(
                    "permute",
                    "recursion over both halves, which go through global memory since a child cannot reach shared"
                            + " memory",
                    List.of("NEST-1", "STR-5", "STR-7", "MEM-9"),
                    BOTH,
                    "511 grids, deepest 8, halves serial, data right");
        }

        @Override
        public String run(ProgramMachine lab) {
            long data = lab.host().malloc(4L * ELEMENTS);
            int[] values = new int[ELEMENTS];
            Arrays.setAll(values, i -> 3 * i + 1);
            lab.host().memory().write(data, values);
            // Each half gets one thread per element.
            Kernel kernel = build((k, half) -> half);
            runOnHost(lab, kernel, LaunchShape.of(1, ELEMENTS).withShared(4L * ELEMENTS), ELEMENTS, data);
            List<GridLifetime> grids = lab.grids("permute");
            int deepest = grids.stream().mapToInt(GridLifetime::depth).max().orElse(-1);
            turn(values, 0, ELEMENTS);
            boolean right = Arrays.equals(values, lab.host().memory().readInts(data, ELEMENTS));
            return grids.size() + " grids, deepest " + deepest
                    + (serial(grids) ? ", halves serial" : ", halves overlap")
                    + (right ? ", data right" : ", data wrong");
        }

        /** Threads of the grid of a half. */
        interface Threads {
            /** The number, given the number of elements. */
            Operand of(KernelBuilder k, Operand half);
        }

        /** {@code permute(unsigned n, int *data)}. */
        static Kernel build(Threads threads) {
            KernelBuilder k = new KernelBuilder("permute");
            Register n = k.parameter(ValueType.U32);
            Register data = k.parameter(ValueType.U64);
            Register i = k.threadX();
            k.returnIf(k.less(n, u32(2)));
            Operand mine = k.element(data, i, 4);
            k.at("permute: copy to shared memory");
            k.memory()
                    .store(
                            StateSpace.SHARED,
                            ValueType.S32,
                            k.element(SHARED, i, 4),
                            0,
                            k.memory().load(ValueType.S32, mine));
            k.syncThreads();
            Operand other = k.element(SHARED, k.subtract(k.subtract(n, i), u32(1)), 4);
            k.memory().store(ValueType.S32, mine, k.memory().load(StateSpace.SHARED, ValueType.S32, other, 0));
            k.syncThreads();
            k.ifThen(k.equal(i, u32(0)), () -> {
                Register half = k.shiftRight(n, u32(1));
                k.at("permute: launch of the first half");
                launchHalf(k, threads, half, data);
                k.at("permute: launch of the second half");
                launchHalf(k, threads, half, k.element(data, half, 4));
            });
            return k.build();
        }

        private static void launchHalf(KernelBuilder k, Threads threads, Operand half, Operand data) {
            k.device()
                    .launch(
                            k.self(),
                            List.of(u32(1), u32(1), u32(1)),
                            List.of(threads.of(k, half), u32(1), u32(1)),
                            k.multiply(half, u32(4)),
                            NULL_STREAM,
                            List.of(half, data));
        }

        private static void turn(int[] values, int from, int count) {
            if (count < 2) {
                return;
            }
            for (int i = 0; i < count / 2; i++) {
                int kept = values[from + i];
                values[from + i] = values[from + count - 1 - i];
                values[from + count - 1 - i] = kept;
            }
            turn(values, from, count / 2);
            turn(values, from + count / 2, count / 2);
        }

        private static boolean serial(List<GridLifetime> grids) {
            return grids.stream()
                    .allMatch(first -> grids.stream()
                            .filter(second -> second.parent() == first.parent() && second.grid() > first.grid())
                            .allMatch(second -> Example.Intervals.isBefore(first, second)));
        }
    }

    /** The same recursion with the error of the guides' listing: 256 threads for each half, but shared memory for half as many elements. */
    static final class PermuteOverrun extends Example {
        private static final int ELEMENTS = 256;

        PermuteOverrun() {
            super(
                    "permute-overrun",
                    "a store behind the end of shared memory is a fault that the host learns of",
                    List.of("ERR-4", "MEM-9"),
                    BOTH,
                    "cudaErrorIllegalAddress at permute: copy to shared memory");
        }

        @Override
        public String run(ProgramMachine lab) {
            long data = lab.host().malloc(4L * ELEMENTS);
            CudaError error = runOnHost(
                    lab,
                    RecursionListings.Permute.build((k, half) -> u32(ELEMENTS)),
                    LaunchShape.of(1, ELEMENTS).withShared(4L * ELEMENTS),
                    ELEMENTS,
                    data);
            String place = "permute: copy to shared memory";
            return error.cudaName() + (lab.host().faultMessage().contains(place) ? " at " + place : " elsewhere");
        }
    }

    /** A kernel that launches itself down to depth 6 and at depth 3 synchronises between two launches; with CDP2 it only launches twice. */
    static final class RecursiveListing extends Example {
        private static final int DEEPEST = 6;
        private static final int SYNCHRONIZES_AT = 3;

        RecursiveListing() {
            super(
                    "recursive",
                    "a kernel that launches itself and synchronises on the way",
                    List.of("DEPTH-1", "SYNC-1", "STR-7"),
                    BOTH,
                    "10 grids, deepest 6, synchronisation gives 0");
        }

        @Override
        public String run(ProgramMachine lab) {
            if (canSynchronize(lab)) {
                lab.host().setSyncDepth(SYNCHRONIZES_AT + 1);
            }
            long error = lab.host().malloc(4);
            KernelBuilder k = new KernelBuilder("recursive");
            Register depth = k.parameter(ValueType.S32);
            k.returnIf(k.equal(depth, s32(DEEPEST)));
            Operand next = k.add(depth, s32(1));
            k.ifThen(k.equal(depth, s32(SYNCHRONIZES_AT)), () -> {
                k.device().launch(k.self(), u32(1), u32(1), NULL_STREAM, next);
                if (canSynchronize(lab)) {
                    k.memory().store(ValueType.S32, u64(error), k.device().deviceSynchronize());
                }
            });
            k.device().launch(k.self(), u32(1), u32(1), NULL_STREAM, next);
            runOnHost(lab, k.build(), LaunchShape.of(1, 1), 0);
            List<GridLifetime> grids = lab.grids("recursive");
            int deepest = grids.stream().mapToInt(GridLifetime::depth).max().orElse(-1);
            return grids.size() + " grids, deepest " + deepest + ", synchronisation gives "
                    + lab.host().memory().readInts(error, 1)[0];
        }
    }

    /**
     * Every thread creates a stream, launches a grid like its own into it and destroys it: 8 + 64 + 512 launches to depth 3. The listing itself
     * reaches depth 6; {@code cdpsim run pending} runs that.
     */
    static final class PendingListing extends Example {
        private static final int DEEPEST = 3;

        PendingListing() {
            super(
                    "pending",
                    "every thread launches into a stream of its own, which it destroys at once",
                    List.of("POOL-2", "STR-9", "STR-10"),
                    BOTH,
                    "585 grids, 0 launches failed");
        }

        @Override
        public String run(ProgramMachine lab) {
            lab.pool(32_768);
            KernelBuilder k = new KernelBuilder("pending");
            Register depth = k.parameter(ValueType.S32);
            k.returnIf(k.equal(depth, s32(DEEPEST)));
            Register stream = k.device().streamCreateWithFlags();
            k.device().launch(k.self(), u32(1), u32(8), stream, k.add(depth, s32(1)));
            k.device().streamDestroy(stream);
            runOnHost(lab, k.build(), LaunchShape.of(1, 8), 0);
            return lab.grids("pending").size() + " grids, "
                    + lab.timeline().failures().size() + " launches failed";
        }
    }
}
