package io.cdpsim.workloads.examples.launch;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.workloads.examples.listing.Example;
import io.cdpsim.workloads.program.ProgramKernels;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.List;

/** {@code __syncthreads(); if (threadIdx.x == 0) cudaDeviceSynchronize(); __syncthreads();}: waits for all launches of a block. */
final class BlockSynchronize extends Example {
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
