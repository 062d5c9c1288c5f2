package io.cdpsim.experiments.validation.bench;

import static io.cdpsim.kernel.code.Operand.f32;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;

import io.cdpsim.experiments.validation.bench.ArithmeticKernels.UnrolledLoop;
import io.cdpsim.kernel.analysis.LoopMix;
import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.BulkMix;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.ValueType;
import java.util.function.BiConsumer;

/** A kernel that computes without a pause, and one that launches at the same time. */
final class BystanderKernels {
    /** Copies of the body between two branches, as the compiler unrolls. */
    static final int UNROLL = 16;

    private static final String NAME = "work";
    private static final int SHIFT_OF_UNROLL = Integer.numberOfTrailingZeros(UNROLL);

    private BystanderKernels() {}

    /** Each thread multiplies and adds, each step dependent on the last. Parameters: array, repetitions (a multiple of 16). */
    static Kernel work() {
        return work((k, sum) -> UnrolledLoop.repeat(
                k, k.parameter(ValueType.S32), UNROLL, () -> k.multiplyAddInto(sum, sum, f32(1.0001f), f32(1))));
    }

    /** The same with its loop as a bulk instruction, which changes only the values. */
    static Kernel bulkWork() {
        BulkMix pass = LoopMix.of(work(), NAME, 1);
        return work((k, sum) ->
                k.bulk(k.shiftRight(k.parameter(ValueType.S32), s32(SHIFT_OF_UNROLL)), pass, Operand.u64(0)));
    }

    private static Kernel work(BiConsumer<KernelBuilder, Register> loop) {
        KernelBuilder k = new KernelBuilder(NAME).registersPerThread(16);
        Register cell = k.element(k.parameter(ValueType.U64), k.threadX(), Float.BYTES);
        Register sum = k.memory().load(ValueType.F32, cell);
        k.at(NAME);
        loop.accept(k, sum);
        k.memory().store(ValueType.F32, cell, sum);
        return k.build();
    }

    /** One thread launches grids of one thread, fire-and-forget. Parameters: how many, address of their time stamps. */
    static Kernel launcher() {
        KernelReference child = KernelReference.to(LaunchKernels.stampChild());
        KernelBuilder k = new KernelBuilder("launcher").registersPerThread(32);
        Register n = k.parameter(ValueType.S32);
        Register stamp = k.parameter(ValueType.U64);
        k.forLoop(
                s32(0),
                n,
                s32(1),
                i -> k.device()
                        .launch(child, u32(1), u32(1), DeviceRuntimeCalls.FIRE_AND_FORGET, stamp, Operand.u64(0)));
        return k.build();
    }
}
