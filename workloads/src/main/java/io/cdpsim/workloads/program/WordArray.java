package io.cdpsim.workloads.program;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.Scope;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaVersion;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Words of 8 bytes in memory, in which a program's kernels leave what the host or other kernels read: an integer, an error, the
 * handle of a stream or an event, or a mark that something was done. Methods without an index mean the first word.
 */
public final class WordArray {
    private static final int BYTES = 8;

    private final ProgramMachine lab;
    private final long address;
    private final int count;

    private WordArray(ProgramMachine lab, long address, int[] values) {
        this.lab = lab;
        this.address = address;
        count = values.length;
        for (int i = 0; i < count; i++) {
            lab.host().memory().write(address + (long) i * BYTES, values[i], 0);
        }
    }

    /** Words in device memory, 0 at first. */
    public WordArray(ProgramMachine lab, int count) {
        this(lab, lab.host().malloc((long) count * BYTES), new int[count]);
    }

    /** Words in device memory with these values. */
    public static WordArray of(ProgramMachine lab, int... values) {
        return new WordArray(lab, lab.host().malloc((long) values.length * BYTES), values);
    }

    /** Words in mapped host memory with these values. */
    public static WordArray mapped(ProgramMachine lab, int... values) {
        return new WordArray(lab, lab.host().mallocHost((long) values.length * BYTES), values);
    }

    /** Address of the first word. */
    public Operand.Constant address() {
        return at(0);
    }

    /** Address of a word. */
    public Operand.Constant at(int index) {
        return Operand.u64(address + (long) index * BYTES);
    }

    /** Address of the word with a number that the kernel computes. */
    public Register at(KernelBuilder k, Operand index) {
        return k.element(address(), index, BYTES);
    }

    /** Stores a register or a constant. */
    public void store(KernelBuilder k, int index, Operand value) {
        k.memory().store(value.type(), at(index), value);
    }

    /** Stores a register or a constant in the first word. */
    public void store(KernelBuilder k, Operand value) {
        store(k, 0, value);
    }

    /** Loads what {@link #store} left, of this type. */
    public Register load(KernelBuilder k, int index, ValueType type) {
        return k.memory().load(type, at(index));
    }

    /** Loads the integer in the first word. */
    public Register load(KernelBuilder k) {
        return load(k, 0, ValueType.S32);
    }

    /** Sets a word to 1: a mark of what the thread has done, which promises nothing of what it stored before. */
    public void set(KernelBuilder k, int index) {
        k.memory().storeVolatile(ValueType.S32, at(index), Operand.s32(1));
    }

    /** Sets a word to 1, for another block that waits for it, after everything the thread has stored. */
    public void raise(KernelBuilder k, int index) {
        k.memory().fence(Scope.DEVICE);
        set(k, index);
    }

    /** Spins until another block has raised the word; what it stored before is visible then. */
    public void awaitRaised(KernelBuilder k, int index) {
        k.doWhile(() -> k.equal(k.memory().loadVolatile(ValueType.U32, at(index)), Operand.u32(0)));
        k.memory().fence(Scope.DEVICE);
    }

    /** A kernel that waits for a time and then stores a value in the first word. */
    public KernelReference storing(String name, long afterCycles, int value) {
        return KernelReference.to(ProgramKernels.kernel(name, k -> {
            if (afterCycles > 0) {
                ProgramKernels.spin(k, afterCycles);
            }
            store(k, Operand.s32(value));
        }));
    }

    /** A kernel that sleeps for a time and then sets a word to 1. */
    public KernelReference setting(String name, int index, int afterNanos) {
        return KernelReference.to(ProgramKernels.kernel(name, k -> {
            if (afterNanos > 0) {
                k.nanosleep(Operand.u32(afterNanos));
            }
            set(k, index);
        }));
    }

    /** Keeps the integer that a word holds now in another one. */
    public void copy(KernelBuilder k, int from, int to) {
        k.memory().storeVolatile(ValueType.S32, at(to), k.memory().loadVolatile(ValueType.S32, at(from)));
    }

    /** A kernel that copies the integer in the first word to the first of others. */
    public KernelReference copying(String name, WordArray to) {
        return KernelReference.to(ProgramKernels.kernel(name, k -> to.store(k, load(k))));
    }

    /** The integer that the host finds in a word once all is done. */
    public int read(int index) {
        return (int) readLong(index);
    }

    /** The integer that the host finds in the first word. */
    public int read() {
        return read(0);
    }

    /** All 8 bytes of a word, such as an address, as the host finds them. */
    public long readLong(int index) {
        return lab.host().memory().readLong(address + (long) index * BYTES);
    }

    /** The integers that the host finds in all words. */
    public int[] ints() {
        int[] values = new int[count];
        Arrays.setAll(values, this::read);
        return values;
    }

    /** The first integers, separated by a comma and a space. */
    public String list(int first) {
        return Arrays.stream(ints()).limit(first).mapToObj(Integer::toString).collect(Collectors.joining(", "));
    }

    /** All integers, parted by blanks. */
    public String text() {
        return Arrays.stream(ints()).mapToObj(Integer::toString).collect(Collectors.joining(" "));
    }

    /** The integer in a word read as an error code of the machine's CUDA version. */
    public String error(int index) {
        CudaVersion version = lab.machine().settings().cuda();
        int code = read(index);
        return Arrays.stream(CudaError.values())
                .filter(error -> error.code(version) == code)
                .findFirst()
                .map(CudaError::cudaName)
                .orElse("code " + code);
    }
}
