package io.cdpsim.workloads.rules;

import io.cdpsim.gpu.LaunchShape;
import io.cdpsim.kernel.Kernel;
import io.cdpsim.kernel.KernelBuilder;
import io.cdpsim.kernel.KernelReference;
import io.cdpsim.kernel.Operand;
import io.cdpsim.kernel.StateSpace;
import io.cdpsim.kernel.ValueType;

/** Ints in memory, through which the kernels of a scenario tell what they saw, and the kernels that read and write them. */
final class Ints {
    private Ints() {}

    /** Ints in device memory with these values. */
    static Operand.Constant device(RuleLab lab, int... values) {
        long address = lab.host().malloc(4L * values.length);
        lab.host().memory().write(address, values);
        return Operand.u64(address);
    }

    /** Ints in mapped host memory with these values. */
    static Operand.Constant mapped(RuleLab lab, int... values) {
        long address = lab.host().mallocHost(4L * values.length);
        lab.host().memory().write(address, values);
        return Operand.u64(address);
    }

    /** What the host reads once all is done. */
    static int read(RuleLab lab, Operand.Constant address) {
        return read(lab, address, 1)[0];
    }

    /** What the host reads once all is done. */
    static int[] read(RuleLab lab, Operand.Constant address, int count) {
        return lab.host().memory().readInts(address.bits(), count);
    }

    /** {@code word = value}. */
    static void store(KernelBuilder k, Operand word, int value) {
        store(k, word, Operand.s32(value));
    }

    /** {@code word = value}. */
    static void store(KernelBuilder k, Operand word, Operand value) {
        k.memory().store(ValueType.S32, word, value);
    }

    /** {@code words[index] = value}. */
    static void store(KernelBuilder k, Operand words, int index, Operand value) {
        k.memory().store(StateSpace.GLOBAL, ValueType.S32, words, 4L * index, value);
    }

    /** {@code *word}. */
    static Operand load(KernelBuilder k, Operand word) {
        return k.memory().load(ValueType.S32, word);
    }

    /** A kernel that waits for a time and then writes a value to a word. */
    static KernelReference writer(String name, long cycles, Operand word, int value) {
        return KernelReference.to(Children.kernel(name, k -> {
            if (cycles > 0) {
                Children.spin(k, cycles);
            }
            store(k, word, value);
        }));
    }

    /** A kernel that copies a word to another. */
    static KernelReference reader(String name, Operand from, Operand to) {
        return KernelReference.to(Children.kernel(name, k -> store(k, to, load(k, from))));
    }

    /** Runs a kernel of one thread to its end, and all it launches. */
    static void run(RuleLab lab, Kernel kernel) {
        lab.host().launch(kernel, LaunchShape.of(1, 1), lab.host().defaultStream());
        lab.host().synchronize();
    }
}
