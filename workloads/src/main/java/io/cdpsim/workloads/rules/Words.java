package io.cdpsim.workloads.rules;

import io.cdpsim.kernel.KernelBuilder;
import io.cdpsim.kernel.Operand;
import io.cdpsim.kernel.Operand.Register;
import io.cdpsim.kernel.ValueType;
import io.cdpsim.memory.Scope;
import java.util.ArrayList;
import java.util.List;

/** Words of 8 bytes in global memory, 0 at first, in which a scenario's kernels leave what the host or other kernels read. */
final class Words {
    private static final int BYTES = 8;

    private final RuleLab lab;
    private final long address;

    Words(RuleLab lab, int count) {
        this.lab = lab;
        address = lab.host().malloc((long) count * BYTES);
    }

    /** Address of a word. */
    Operand at(int index) {
        return Operand.u64(address + (long) index * BYTES);
    }

    /** Address of the word with a number that the kernel computes. */
    Register at(KernelBuilder k, Operand index) {
        return k.element(Operand.u64(address), index, BYTES);
    }

    /** Stores a register or a constant. */
    void store(KernelBuilder k, int index, Operand value) {
        k.memory().store(value.type(), at(index), value);
    }

    /** Loads what {@link #store} left, of this type. */
    Register load(KernelBuilder k, int index, ValueType type) {
        return k.memory().load(type, at(index));
    }

    /** Sets a word to 1, for another block that waits for it, after everything the thread has stored. */
    void raise(KernelBuilder k, int index) {
        k.memory().fence(Scope.DEVICE);
        k.memory().storeVolatile(ValueType.U32, at(index), Operand.u32(1));
    }

    /** Spins until another block has raised the word; what it stored before is visible then. */
    void awaitRaised(KernelBuilder k, int index) {
        k.doWhile(() -> k.equal(k.memory().loadVolatile(ValueType.U32, at(index)), Operand.u32(0)));
        k.memory().fence(Scope.DEVICE);
    }

    /** What the host finds in a word once all is done. */
    long read(int index) {
        return lab.host().memory().readLong(address + (long) index * BYTES);
    }

    /** The first words, separated by a comma and a space. */
    String list(int count) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts.add(Long.toString(read(i)));
        }
        return String.join(", ", texts);
    }
}
