package io.cdpsim.experiments.validation.bench;

import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;

import io.cdpsim.experiments.validation.bench.LaunchKernels.StreamChoice;
import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;

/** Kernels that fill the pending-launch pool or nest deeply, with counters of grids that ran and launches that failed. */
final class PoolKernels {
    /** Offsets of the counters, bytes: grids that ran, launches that failed, deepest grid. */
    static final int RAN = 0;

    static final int FAILED = 8;
    static final int DEEPEST = 16;
    static final int BYTES = 24;

    private PoolKernels() {}

    private static void count(KernelBuilder k, Register counters, int offset) {
        k.memory().reduce(StateSpace.GLOBAL, AtomicOperation.ADD, ValueType.U64, counters, offset, u64(1));
    }

    /** One thread launches children of one thread and stays. Parameters: how many, counters. */
    static Kernel fill(StreamChoice choice) {
        KernelBuilder child = new KernelBuilder("waitChild").registersPerThread(8);
        Register childCounters = child.parameter(ValueType.U64);
        child.ifThen(child.equal(child.threadX(), u32(0)), () -> count(child, childCounters, RAN));
        KernelReference waiting = KernelReference.to(child.build());
        KernelBuilder k = new KernelBuilder("fill").registersPerThread(32);
        Register n = k.parameter(ValueType.S32);
        Register counters = k.parameter(ValueType.U64);
        Register named = k.device().streamCreateWithFlags();
        Operand stream = switch (choice) {
            case FIRE_AND_FORGET -> DeviceRuntimeCalls.FIRE_AND_FORGET;
            case TAIL -> DeviceRuntimeCalls.TAIL_LAUNCH;
            default -> named;
        };
        k.forLoop(s32(0), n, s32(1), i -> {
            k.device().launch(waiting, u32(1), u32(1), stream, counters);
            Register error = k.device().getLastError();
            k.ifThen(k.notEqual(error, s32(0)), () -> count(k, counters, FAILED));
        });
        return k.build();
    }

    /** One thread launches the kernel one level deeper into the NULL stream. Parameters: depth, deepest, counters. */
    static Kernel deep() {
        KernelBuilder k = new KernelBuilder("deep").registersPerThread(24);
        Register depth = k.parameter(ValueType.S32);
        Register deepest = k.parameter(ValueType.S32);
        Register counters = k.parameter(ValueType.U64);
        k.memory().reduce(StateSpace.GLOBAL, AtomicOperation.MAXIMUM, ValueType.S32, counters, DEEPEST, depth);
        k.ifThen(k.less(depth, deepest), () -> {
            k.device()
                    .launch(
                            k.self(),
                            u32(1),
                            u32(1),
                            DeviceRuntimeCalls.NULL_STREAM,
                            k.add(depth, s32(1)),
                            deepest,
                            counters);
            Register error = k.device().getLastError();
            k.ifThen(k.notEqual(error, s32(0)), () -> count(k, counters, FAILED));
        });
        return k.build();
    }
}
