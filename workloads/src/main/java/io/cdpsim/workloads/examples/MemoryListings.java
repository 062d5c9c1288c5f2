package io.cdpsim.workloads.examples;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.workloads.IntendedRaces;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.List;

/** The listings about what parent and child see of each other's memory. */
public final class MemoryListings {
    private MemoryListings() {}

    /** All of them, in reading order. */
    public static List<Example> all() {
        return List.of(new StoreRace(), new LocalPointer(), new Consistency(), new ConsistencyTail());
    }

    /** A block fills an array, a child adds 1 to each element; after the synchronisation and a barrier every thread of the block sees it. */
    static final class Consistency extends Example {
        private static final int THREADS = 256;

        Consistency() {
            super(
                    "consistency",
                    "a parent sees what its child wrote after synchronising, its block after a barrier",
                    List.of("MEM-2", "MEM-4", "SYNC-4"),
                    CDP1,
                    "every thread sees i + 1");
        }

        @Override
        public String run(ProgramMachine lab) {
            long data = lab.host().malloc(4L * THREADS);
            long seen = lab.host().malloc(4L * THREADS);
            KernelReference child = KernelReference.to(ProgramKernels.kernel("child", k -> addOne(k, data)));
            Kernel parent = ProgramKernels.kernel("parent", k -> {
                Register i = k.threadX();
                k.memory().store(ValueType.S32, k.element(u64(data), i, 4), i);
                k.syncThreads();
                k.ifThen(k.equal(i, u32(0)), () -> {
                    k.device().launch(child, u32(1), u32(THREADS), NULL_STREAM);
                    k.device().deviceSynchronize();
                });
                k.syncThreads();
                // Each thread loads an element that another one stored.
                Register other = k.and(k.add(i, u32(1)), u32(THREADS - 1));
                Operand value = k.memory().load(ValueType.S32, k.element(u64(data), other, 4));
                k.memory().store(ValueType.S32, k.element(u64(seen), other, 4), value);
            });
            runOnHost(lab, parent, LaunchShape.of(1, THREADS));
            return check(lab.host().memory().readInts(seen, THREADS), 1);
        }

        /** {@code data[threadIdx.x] = data[threadIdx.x] + 1;} */
        static void addOne(KernelBuilder k, long data) {
            Operand element = k.element(u64(data), k.threadX(), 4);
            Operand value = k.memory().load(ValueType.U32, element);
            k.memory().store(ValueType.U32, element, k.add(value, u32(1)));
        }

        /** Whether each element is the sum of its index and a number, or which element is not. */
        static String check(int[] values, int sum) {
            for (int i = 0; i < values.length; i++) {
                if (values[i] != i + sum) {
                    return "element " + i + " is " + values[i];
                }
            }
            return "every thread sees i + " + sum;
        }
    }

    /** A block fills an array, a child adds 1 to each element, and a tail launch, the only grid that is sure to see the sums, adds 1 more. */
    static final class ConsistencyTail extends Example {
        private static final int THREADS = 256;

        ConsistencyTail() {
            super(
                    "consistency-tail",
                    "a tail launch sees what its parent and the parent's children wrote",
                    List.of("MEM-2", "MEM-5", "TAIL-10"),
                    CDP2,
                    "every thread sees i + 2");
        }

        @Override
        public String run(ProgramMachine lab) {
            long data = lab.host().malloc(4L * THREADS);
            KernelReference child =
                    KernelReference.to(ProgramKernels.kernel("child", k -> MemoryListings.Consistency.addOne(k, data)));
            KernelReference tail =
                    KernelReference.to(ProgramKernels.kernel("tail", k -> MemoryListings.Consistency.addOne(k, data)));
            Kernel parent = ProgramKernels.kernel("parent", k -> {
                Register i = k.threadX();
                k.memory().store(ValueType.S32, k.element(u64(data), i, 4), i);
                k.syncThreads();
                k.ifThen(k.equal(i, u32(0)), () -> {
                    k.device().launch(child, u32(1), u32(THREADS), NULL_STREAM);
                    k.device().launch(tail, u32(1), u32(THREADS), TAIL_LAUNCH);
                });
            });
            runOnHost(lab, parent, LaunchShape.of(1, THREADS));
            return MemoryListings.Consistency.check(lab.host().memory().readInts(data, THREADS), 2);
        }
    }

    /** {@code int v = 1; child<<<1, 1>>>(&v);} is illegal for a local {@code v}, and legal for a {@code __device__ int v}. */
    static final class LocalPointer extends Example {
        LocalPointer() {
            super(
                    "local-pointer",
                    "a pointer to a local variable is invalid in a child; one to a __device__ variable is valid",
                    List.of("MEM-1", "MEM-11"),
                    BOTH,
                    "local v: reported, the parent's is untouched; __device__ v: not reported, 5");
        }

        @Override
        public IntendedRaces intendedRaces() {
            return IntendedRaces.of("this is what it shows", "MEM-1");
        }

        @Override
        public String run(ProgramMachine lab) {
            Operand.Constant v = u64(lab.host().malloc(4));
            long kept = lab.host().malloc(4);
            KernelReference child = KernelReference.to(ProgramKernels.kernel("child", k -> {
                k.localArray(16);
                k.memory().store(StateSpace.GENERIC, ValueType.S32, k.parameter(ValueType.U64), 0, s32(5));
            }));
            Kernel legal = ProgramKernels.kernel("legal", k -> {
                k.memory().store(ValueType.S32, v, s32(1));
                k.device().launch(child, u32(1), u32(1), NULL_STREAM, v);
            });
            Kernel illegal = ProgramKernels.kernel("illegal", k -> {
                Operand local = k.localArray(4);
                k.memory().store(StateSpace.LOCAL, ValueType.S32, local, 0, s32(1));
                k.device().launch(child, u32(1), u32(1), NULL_STREAM, k.memory().addressOf(StateSpace.LOCAL, local));
                if (canSynchronize(lab)) {
                    k.device().deviceSynchronize();
                }
                k.memory().store(ValueType.S32, u64(kept), k.memory().load(StateSpace.LOCAL, ValueType.S32, local, 0));
            });
            runOnHost(lab, legal, LaunchShape.of(1, 1));
            boolean legalReported = isReported(lab);
            runOnHost(lab, illegal, LaunchShape.of(1, 1));
            return "local v: " + (isReported(lab) ? "reported" : "not reported") + ", the parent's is "
                    + (lab.host().memory().readInts(kept, 1)[0] == 5 ? "overwritten" : "untouched") + "; __device__ v: "
                    + (legalReported ? "reported" : "not reported") + ", "
                    + lab.host().memory().readInts(v.bits(), 1)[0];
        }

        private static boolean isReported(ProgramMachine lab) {
            return lab.timeline().warnings().stream()
                    .anyMatch(warning -> warning.rule().equals("MEM-1"));
        }
    }

    /** {@code v = 1; child<<<1, 1>>>(); v = 2; cudaDeviceSynchronize();}: the child may see either value, but never an earlier one. */
    static final class StoreRace extends Example {
        StoreRace() {
            super(
                    "store-race",
                    "what a parent stores after a launch races with the child",
                    List.of("MEM-2", "MEM-3"),
                    BOTH,
                    "the child sees 1",
                    "the child sees 2");
        }

        @Override
        public IntendedRaces intendedRaces() {
            return IntendedRaces.of("this is what it shows", "MEM-3");
        }

        @Override
        public String run(ProgramMachine lab) {
            Operand v = u64(lab.host().malloc(4));
            long seen = lab.host().malloc(4);
            KernelReference child = KernelReference.to(ProgramKernels.kernel(
                    "child",
                    k -> k.memory().store(ValueType.S32, u64(seen), k.memory().load(ValueType.S32, v))));
            Kernel parent = ProgramKernels.kernel("parent", k -> {
                k.memory().store(ValueType.S32, v, s32(1));
                ProgramKernels.launch(k, child);
                // Stands for the parent's work before its next store: as long as a launch takes to start.
                ProgramKernels.spin(k, 8_000);
                k.memory().store(ValueType.S32, v, s32(2));
                if (canSynchronize(lab)) {
                    k.device().deviceSynchronize();
                }
            });
            runOnHost(lab, parent, LaunchShape.of(1, 1));
            return "the child sees " + lab.host().memory().readInts(seen, 1)[0];
        }
    }
}
