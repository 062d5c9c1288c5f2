package io.cdpsim.workloads.program;

import static io.cdpsim.kernel.code.ValueType.U32;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.Scope;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaVersion;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * An array of 8-byte words in memory, in which the kernels of a program store results for the host or for other kernels: an integer, an error
 * code, the handle of a stream or event, or a flag. Methods without an index access the first word.
 */
public final class WordArray {
    private static final int BYTES = 8;

    private final ProgramMachine machine;
    private final long address;
    private final int count;

    private WordArray(ProgramMachine machine, long address, int[] values) {
        this.machine = machine;
        this.address = address;
        count = values.length;
        for (int i = 0; i < count; i++) {
            machine.host().memory().write(address + (long) i * BYTES, values[i], 0);
        }
    }

    /** Words in device memory, initially 0. */
    public WordArray(ProgramMachine machine, int count) {
        this(machine, machine.host().malloc((long) count * BYTES), new int[count]);
    }

    /** Words in device memory with these values. */
    public static WordArray of(ProgramMachine machine, int... values) {
        return new WordArray(machine, machine.host().malloc((long) values.length * BYTES), values);
    }

    /** Words in mapped host memory with these values. */
    public static WordArray mapped(ProgramMachine machine, int... values) {
        return new WordArray(machine, machine.host().mallocHost((long) values.length * BYTES), values);
    }

    /** Address of the first word. */
    public Operand.Constant address() {
        return at(0);
    }

    /** Address of a word. */
    public Operand.Constant at(int index) {
        return Operand.u64(address + (long) index * BYTES);
    }

    /** Address of the word at an index that the kernel computes. */
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

    /** Loads a value of this type from a word. */
    public Register load(KernelBuilder k, int index, ValueType type) {
        return k.memory().load(type, at(index));
    }

    /** Loads the integer in the first word. */
    public Register load(KernelBuilder k) {
        return load(k, 0, ValueType.S32);
    }

    /** Sets a word to 1 without a fence: it does not publish earlier stores. */
    public void set(KernelBuilder k, int index) {
        k.memory().storeVolatile(ValueType.S32, at(index), Operand.s32(1));
    }

    /** Sets a word to 1 after a fence, so that a block that waits for it sees the earlier stores. */
    public void raise(KernelBuilder k, int index) {
        k.memory().fence(Scope.DEVICE);
        set(k, index);
    }

    /** Spins until another block has raised the word; then the earlier stores of that block are visible. */
    public void awaitRaised(KernelBuilder k, int index) {
        k.doWhile(() -> k.equal(k.memory().loadVolatile(ValueType.U32, at(index)), Operand.u32(0)));
        k.memory().fence(Scope.DEVICE);
    }

    /** A kernel that stores a value in the first word after a delay. */
    public KernelReference storing(String name, long afterCycles, int value) {
        return ProgramKernels.reference(name, k -> {
            if (afterCycles > 0) {
                ProgramKernels.spin(k, afterCycles);
            }
            store(k, Operand.s32(value));
        });
    }

    /** A kernel that sets a word to 1 after a delay. */
    public KernelReference setting(String name, int index, int afterNanos) {
        return ProgramKernels.reference(name, k -> {
            if (afterNanos > 0) {
                k.nanosleep(Operand.u32(afterNanos));
            }
            set(k, index);
        });
    }

    /** Copies the current integer of a word to another word. */
    public void copy(KernelBuilder k, int from, int to) {
        k.memory().storeVolatile(ValueType.S32, at(to), k.memory().loadVolatile(ValueType.S32, at(from)));
    }

    /** A kernel that copies the integer in the first word to the first word of another array. */
    public KernelReference copying(String name, WordArray to) {
        return ProgramKernels.reference(name, k -> to.store(k, load(k)));
    }

    /** The integer in a word, read by the host. */
    public int read(int index) {
        return (int) readLong(index);
    }

    /** The integer in the first word, read by the host. */
    public int read() {
        return read(0);
    }

    /** All 8 bytes of a word, such as an address, read by the host. */
    public long readLong(int index) {
        return machine.host().memory().readLong(address + (long) index * BYTES);
    }

    /** The integers in all words, read by the host. */
    public int[] ints() {
        int[] values = new int[count];
        Arrays.setAll(values, this::read);
        return values;
    }

    /** The first integers, separated by a comma and a space. */
    public String list(int first) {
        return Arrays.stream(ints()).limit(first).mapToObj(Integer::toString).collect(Collectors.joining(", "));
    }

    /** All integers, separated by spaces. */
    public String text() {
        return Arrays.stream(ints()).mapToObj(Integer::toString).collect(Collectors.joining(" "));
    }

    /** The name of the error whose code is in a word, in the numbering of the machine's CUDA version. */
    public String error(int index) {
        CudaVersion version = machine.machine().settings().cuda();
        int code = read(index);
        return Arrays.stream(CudaError.values())
                .filter(error -> error.code(version) == code)
                .findFirst()
                .map(CudaError::cudaName)
                .orElse("code " + code);
    }

    /** Two 32-bit words in one of 64 bits, which one atomic operation updates together. */
    public static final class PackedWords {
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
}
