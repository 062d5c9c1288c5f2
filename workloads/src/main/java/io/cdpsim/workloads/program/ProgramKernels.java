package io.cdpsim.workloads.program;

import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.SpecialRegister;
import java.util.function.Consumer;

/** Builds the kernels of small programs. */
public final class ProgramKernels {
    /** Longer than any delay that a policy may add. */
    public static final int LONG_NANOS = 5_000_000;

    /** Longer than a launch, much shorter than {@link #LONG_NANOS}. */
    public static final int MIDDLE_NANOS = 500_000;

    /** Shorter than a launch. */
    public static final int SHORT_NANOS = 1_000;

    private ProgramKernels() {}

    /** A kernel with this body. */
    public static Kernel kernel(String name, Consumer<KernelBuilder> body) {
        KernelBuilder k = new KernelBuilder(name);
        body.accept(k);
        return k.build();
    }

    /** A reference to a kernel with this body. */
    public static KernelReference reference(String name, Consumer<KernelBuilder> body) {
        return KernelReference.to(kernel(name, body));
    }

    /** A kernel whose threads run for at least this many cycles. */
    public static KernelReference lasting(String name, long cycles) {
        return reference(name, k -> spin(k, cycles));
    }

    /** Delays the thread for at least this many cycles. */
    public static void spin(KernelBuilder k, long cycles) {
        Operand start = k.special(SpecialRegister.CLOCK);
        k.doWhile(() -> {
            k.nanosleep(Operand.u32(100));
            return k.less(k.subtract(k.special(SpecialRegister.CLOCK), start), Operand.u64(cycles));
        });
    }

    /** {@code kernel<<<1, 1, 0, stream>>>(parameters)}. @return the error code */
    public static Register launch(KernelBuilder k, KernelReference kernel, Operand stream, Operand... parameters) {
        return k.device().launch(kernel, Operand.u32(1), Operand.u32(1), stream, parameters);
    }

    /** {@code kernel<<<1, 1>>>()}. @return the error code */
    public static Register launch(KernelBuilder k, KernelReference kernel) {
        return launch(k, kernel, DeviceRuntimeCalls.NULL_STREAM);
    }

    /** {@code if (threadIdx.x == number)}. */
    public static void byThread(KernelBuilder k, int number, Runnable body) {
        k.ifThen(k.equal(k.threadX(), Operand.u32(number)), body);
    }

    /** {@code if (blockIdx.x == number)}. */
    public static void byBlock(KernelBuilder k, int number, Runnable body) {
        k.ifThen(k.equal(k.blockX(), Operand.u32(number)), body);
    }
}
