package io.cdpsim.workloads.nbody;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Variables as an unoptimised build keeps them: in local memory, loaded before each use and stored after each change. */
final class LocalVariables {
    private final KernelBuilder k;
    private final Operand base;
    private final int most;
    private final Map<Register, Long> offsets = new HashMap<>();

    /**
     * Reserves local memory for variables.
     *
     * @param k the kernel
     * @param most the largest number of variables
     */
    LocalVariables(KernelBuilder k, int most) {
        this.k = k;
        this.most = most;
        this.base = Operand.u64(k.localArray(most * Float.BYTES).bits());
    }

    /** Loads variables into their registers; a variable that was never stored exists in its register only. */
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
                throw new IllegalStateException("there is space for " + most + " local variables only");
            }
            k.memory().store(StateSpace.LOCAL, ValueType.F32, base, offset, register);
        }
    }
}
