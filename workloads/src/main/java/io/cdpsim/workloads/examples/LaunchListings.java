package io.cdpsim.workloads.examples;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.TAIL_LAUNCH;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.List;

/** The listings about which threads launch, which launches fail, and which grids wait. */
public final class LaunchListings {
    private LaunchListings() {}

    /** All of them, in reading order. */
    public static List<Example> all() {
        return List.of(
                new HelloWorld(),
                new LaunchPerBlock(),
                new LaunchPerThread(),
                new EmptyLaunch(),
                new BlockSynchronize());
    }

    /** The child prints "Hello ", and then the parent, which synchronised (CDP1), or a tail launch (CDP2) prints "World!". */
    static final class HelloWorld extends Example {
        HelloWorld() {
            super(
                    "hello-world",
                    "output in the order of the grids",
                    List.of("PRNT-3", "SYNC-1", "TAIL-2"),
                    BOTH,
                    "Hello World!");
        }

        @Override
        public String run(ProgramMachine lab) {
            KernelReference child = KernelReference.to(ProgramKernels.kernel("child", k -> k.printf("Hello ")));
            KernelReference tail = KernelReference.to(ProgramKernels.kernel("tail", k -> k.printf("World!\n")));
            Kernel parent = ProgramKernels.kernel("parent", k -> {
                ProgramKernels.launch(k, child);
                if (canSynchronize(lab)) {
                    k.device().deviceSynchronize();
                    k.printf("World!\n");
                } else {
                    ProgramKernels.launch(k, tail, TAIL_LAUNCH);
                }
            });
            runOnHost(lab, parent, LaunchShape.of(1, 1));
            return lab.host().takeOutput().strip();
        }
    }

    /** {@code if (threadIdx.x == 0) child<<<1, 32>>>();} in a grid of 128 blocks of 64 threads: one launch a block. */
    static final class LaunchPerBlock extends Example {
        LaunchPerBlock() {
            super("launch-per-block", "one thread of each block launches", List.of("LNCH-1"), BOTH, "128 child grids");
        }

        @Override
        public String run(ProgramMachine lab) {
            KernelReference child = ProgramKernels.lasting("child", 1_000);
            Kernel parent = ProgramKernels.kernel(
                    "parent",
                    k -> k.ifThen(
                            k.equal(k.threadX(), u32(0)),
                            () -> k.device().launch(child, u32(1), u32(32), NULL_STREAM)));
            runOnHost(lab, parent, LaunchShape.of(128, 64));
            return lab.grids("child").size() + " child grids";
        }
    }

    /** {@code child<<<1, 1>>>();} without an {@code if} in a grid of 128 blocks of 64 threads: a launch a thread, 8,192 in all. */
    static final class LaunchPerThread extends Example {
        private static final int LAUNCHES = 128 * 64;

        LaunchPerThread() {
            super(
                    "launch-per-thread",
                    "every thread that runs a launch statement launches",
                    List.of("LNCH-1", "POOL-2"),
                    BOTH,
                    "8192 child grids");
        }

        @Override
        public String run(ProgramMachine lab) {
            // More than the 2,048 that may be pending by default.
            lab.pool(LAUNCHES);
            KernelReference child = KernelReference.to(ProgramKernels.kernel("child", k -> {}));
            Kernel parent = ProgramKernels.kernel("parent", k -> ProgramKernels.launch(k, child));
            runOnHost(lab, parent, LaunchShape.of(128, 64));
            return lab.grids("child").size() + " child grids";
        }
    }

    /**
     * {@code neighbors<<<(count + 1023) / 1024, 1024>>>();} for vertices with 3, 0 and 2,000 neighbours, as a breadth-first search may do: the vertex
     * without neighbours launches a grid of no blocks.
     */
    static final class EmptyLaunch extends Example {
        private static final int[] NEIGHBORS = {3, 0, 2000};

        EmptyLaunch() {
            super(
                    "empty-launch",
                    "a launch of no blocks fails, and only that one",
                    List.of("LNCH-7", "ERR-1"),
                    BOTH,
                    "last errors 0, 9, 0; 2 child grids");
        }

        @Override
        public String run(ProgramMachine lab) {
            long counts = lab.host().malloc(4L * NEIGHBORS.length);
            long errors = lab.host().malloc(4L * NEIGHBORS.length);
            lab.host().memory().write(counts, NEIGHBORS);
            KernelReference neighbors = ProgramKernels.lasting("neighbors", 1_000);
            Kernel expand = ProgramKernels.kernel("expand", k -> {
                Register vertex = k.threadX();
                Register count = k.memory().load(ValueType.S32, k.element(u64(counts), vertex, 4));
                Register blocks = k.divide(k.add(count, s32(1023)), s32(1024));
                k.device().launch(neighbors, blocks, u32(1024), NULL_STREAM);
                k.memory()
                        .store(
                                ValueType.S32,
                                k.element(u64(errors), vertex, 4),
                                k.device().getLastError());
            });
            runOnHost(lab, expand, LaunchShape.of(1, NEIGHBORS.length));
            int[] last = lab.host().memory().readInts(errors, NEIGHBORS.length);
            return "last errors " + last[0] + ", " + last[1] + ", " + last[2] + "; "
                    + lab.grids("neighbors").size() + " child grids";
        }
    }

    /** {@code __syncthreads(); if (threadIdx.x == 0) cudaDeviceSynchronize(); __syncthreads();}: waits for all launches of a block. */
    static final class BlockSynchronize extends Example {
        private static final int THREADS = 32;

        BlockSynchronize() {
            super(
                    "block-synchronize",
                    "barrier, synchronisation by one thread, barrier: all of the block's children are done",
                    List.of("SYNC-1", "SYNC-2", "SYNC-4"),
                    CDP1,
                    "every thread counts 32 children done");
        }

        @Override
        public String run(ProgramMachine lab) {
            Operand done = u64(lab.host().malloc(4));
            long seen = lab.host().malloc(4L * THREADS);
            KernelReference child = KernelReference.to(ProgramKernels.kernel("child", k -> {
                ProgramKernels.spin(k, 5_000);
                k.memory().reduce(StateSpace.GLOBAL, AtomicOperation.ADD, ValueType.S32, done, s32(1));
            }));
            Kernel parent = ProgramKernels.kernel("parent", k -> {
                ProgramKernels.launch(k, child);
                k.syncThreads();
                k.ifThen(k.equal(k.threadX(), u32(0)), () -> k.device().deviceSynchronize());
                k.syncThreads();
                k.memory()
                        .store(
                                ValueType.S32,
                                k.element(u64(seen), k.threadX(), 4),
                                k.memory().load(ValueType.S32, done));
            });
            runOnHost(lab, parent, LaunchShape.of(1, THREADS));
            for (int count : lab.host().memory().readInts(seen, THREADS)) {
                if (count != THREADS) {
                    return "a thread counts " + count + " children done";
                }
            }
            return "every thread counts " + THREADS + " children done";
        }
    }
}
