package io.cdpsim.workloads.nbody;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import java.util.List;

/**
 * The shared part of the force kernels: {@code (float* force, const float4* bodies, float softening, int count, int first, int end)} adds the forces
 * of all {@code count} bodies on those from {@code first} to {@code end - 1}; a thread processes one of these after another.
 */
final class ForceKernelBuilder {
    /** A part of a kernel for one body of a thread. */
    interface Part {
        /**
         * Emits the part.
         *
         * @param i the number of the body
         * @param own its x, y, z and mass
         * @param force the accumulated force on it
         */
        void emit(Register i, List<Register> own, List<Register> force);
    }

    final KernelBuilder k;
    final Register forces;
    final Register bodies;
    final Register softening;
    final Register count;
    private final Register first;
    private final Register end;
    private final String name;

    /**
     * Starts a kernel.
     *
     * @param name its name
     * @param registers registers a thread holds
     */
    ForceKernelBuilder(String name, int registers) {
        this.name = name;
        k = new KernelBuilder(name).registersPerThread(registers);
        forces = k.parameter(ValueType.U64);
        bodies = k.parameter(ValueType.U64);
        softening = k.parameter(ValueType.F32);
        count = k.parameter(ValueType.S32);
        first = k.parameter(ValueType.S32);
        end = k.parameter(ValueType.S32);
    }

    /** Defines the source line of the following code. */
    void at(String place) {
        k.at(name + ": " + place);
    }

    /** Builds the kernel from these parts: the sum over the other bodies, and the use of the sum. */
    Kernel build(Part sum, Part result) {
        at("own body");
        Register i = k.add(first, k.globalThreadX());
        k.returnIf(k.atLeast(i, end));
        Register threads = k.multiply(k.blockDimX(), k.gridDimX());
        List<Register> own = k.registers(ValueType.F32, InitialBodies.FLOATS);
        List<Register> force = k.registers(ValueType.F32, 3);
        k.doWhile(() -> {
            at("own body");
            k.memory().loadVectorInto(own, StateSpace.GLOBAL, k.element(bodies, i, InitialBodies.BYTES), 0);
            force.forEach(each -> k.assign(each, Operand.f32(0)));
            sum.emit(i, own, force);
            at("result");
            result.emit(i, own, force);
            k.increment(i, threads);
            return k.less(i, end);
        });
        return k.build();
    }

    /** The address of the force on a body. */
    Register forceAddress(Register i) {
        return k.element(forces, k.multiply(i, Operand.s32(3)), Float.BYTES);
    }

    /** Stores the force on a body. */
    void store(Register i, List<Register> force) {
        Register address = forceAddress(i);
        for (int axis = 0; axis < 3; axis++) {
            k.memory().store(StateSpace.GLOBAL, ValueType.F32, address, (long) axis * Float.BYTES, force.get(axis));
        }
    }
}
