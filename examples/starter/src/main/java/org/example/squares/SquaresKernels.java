package org.example.squares;

import static io.cdpsim.kernel.code.Operand.u32;

import io.cdpsim.kernel.builder.DeviceRuntimeCalls;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.ValueType;

/** The device code. */
final class SquaresKernels {
    private SquaresKernels() {}

    /** {@code __global__ void square(int *data)}: each thread squares one value. */
    static Kernel square() {
        KernelBuilder k = new KernelBuilder("square");
        Register data = k.parameter(ValueType.U64);
        Register element = k.element(data, k.globalThreadX(), Integer.BYTES);
        Register value = k.memory().load(ValueType.S32, element);
        k.memory().store(ValueType.S32, element, k.multiply(value, value));
        return k.build();
    }

    /**
     * {@code __global__ void parent(int *data, int *errors)}: thread t launches {@code square<<<1, values>>>(data + t * values)} and stores
     * the launch's error code.
     */
    static Kernel parent(int values) {
        KernelReference child = KernelReference.to(square());
        KernelBuilder k = new KernelBuilder("parent");
        Register data = k.parameter(ValueType.U64);
        Register errors = k.parameter(ValueType.U64);
        Register thread = k.globalThreadX();
        Register part = k.element(data, thread, values * Integer.BYTES);
        Register code = k.device().launch(child, u32(1), u32(values), DeviceRuntimeCalls.NULL_STREAM, part);
        k.memory().store(ValueType.S32, k.element(errors, thread, Integer.BYTES), code);
        return k.build();
    }
}
