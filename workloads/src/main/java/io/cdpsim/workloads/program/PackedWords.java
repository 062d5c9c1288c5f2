package io.cdpsim.workloads.program;

import static io.cdpsim.kernel.code.ValueType.U32;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;

/** Two 32-bit words in one of 64 bits, which one atomic operation updates together. */
public final class PackedWords {
    private PackedWords() {}

    /** The lower word. */
    public static Register lower(KernelBuilder k, Operand value) {
        return k.unary(Opcode.CVT_I64_TO_I32, U32, value);
    }

    /** The upper word. */
    public static Register upper(KernelBuilder k, Operand value) {
        return lower(k, k.shiftRight(value, Operand.u32(Integer.SIZE)));
    }
}
