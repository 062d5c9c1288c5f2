package io.cdpsim.workloads.nbody;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Variables as a build without optimisation keeps them: in local memory, loaded for each use and stored after each change. */
final class LocalVariables {
    private final KernelBuilder k;
    private final Operand base;
    private final int most;
    private final Map<Register, Long> offsets = new HashMap<>();

    /**
     * Makes room for variables.
     *
     * @param k where to emit
     * @param most how many there can be
     */
    LocalVariables(KernelBuilder k, int most) {
        this.k = k;
        this.most = most;
        this.base = Operand.u64(k.localArray(most * Float.BYTES).bits());
    }

    /** Loads variables into their registers; those that were never stored are in their registers alone. */
    void load(Register... registers) {
        for (Register register : registers) {
            Long offset = offsets.get(register);
            if (offset != null) {
                k.memory().loadVectorInto(List.of(register), StateSpace.LOCAL, base, offset);
            }
        }
    }

    /** Stores variables. */
    void store(List<Register> registers) {
        for (Register register : registers) {
            long offset = offsets.computeIfAbsent(register, r -> (long) Float.BYTES * offsets.size());
            if (offset >= (long) Float.BYTES * most) {
                throw new IllegalStateException("there is room for " + most + " local variables only");
            }
            k.memory().store(StateSpace.LOCAL, ValueType.F32, base, offset, register);
        }
    }
}
