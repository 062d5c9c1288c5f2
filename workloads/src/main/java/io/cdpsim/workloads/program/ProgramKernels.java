package io.cdpsim.workloads.program;

import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.SpecialRegister;
import java.util.function.Consumer;

/** Kernels that small programs are made of: ones that take a time, and ones written in place. */
public final class ProgramKernels {
    /** Longer than anything that a policy may put off. */
    public static final int LONG_NANOS = 5_000_000;

    /** Longer than a launch takes, shorter than {@link #LONG_NANOS} by far. */
    public static final int MIDDLE_NANOS = 500_000;

    /** Shorter than a launch takes. */
    public static final int SHORT_NANOS = 1_000;

    private ProgramKernels() {}

    /** A kernel with this body. */
    public static Kernel kernel(String name, Consumer<KernelBuilder> body) {
        KernelBuilder k = new KernelBuilder(name);
        body.accept(k);
        return k.build();
    }

    /** A kernel whose threads run for at least so many cycles. */
    public static KernelReference lasting(String name, long cycles) {
        return KernelReference.to(kernel(name, k -> spin(k, cycles)));
    }

    /** Lets the thread run for at least so many cycles. */
    public static void spin(KernelBuilder k, long cycles) {
        Operand begin = k.special(SpecialRegister.CLOCK);
        k.doWhile(() -> {
            k.nanosleep(Operand.u32(100));
            return k.less(k.subtract(k.special(SpecialRegister.CLOCK), begin), Operand.u64(cycles));
        });
    }

    /** {@code kernel<<<1, 1, 0, stream>>>(parameters)}. */
    public static void launch(KernelBuilder k, KernelReference kernel, Operand stream, Operand... parameters) {
        k.device().launch(kernel, Operand.u32(1), Operand.u32(1), stream, parameters);
    }

    /** The same into the NULL stream. */
    public static void launch(KernelBuilder k, KernelReference kernel) {
        launch(k, kernel, DeviceRuntimeCalls.NULL_STREAM);
    }
}
