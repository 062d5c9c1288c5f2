package io.cdpsim.experiments.validation.bench;

import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;

import io.cdpsim.experiments.validation.bench.ArithmeticKernels.UnrolledLoop;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.CachePolicy;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import java.util.ArrayList;
import java.util.List;

/** Kernels that measure memory: pointer chases, atomics, gathers, copies. */
final class MemoryKernels {
    private static final int UNROLL = 4;
    private static final int SHARED_WORDS = 1024;
    private static final int VECTOR_BYTES = 16;

    private MemoryKernels() {}

    private static Modifiers.Access word(CachePolicy policy) {
        return new Modifiers.Access(StateSpace.GLOBAL, ValueType.U32, 1, policy, MemoryOrder.WEAK, Scope.BLOCK, 0);
    }

    /** One thread follows a ring of word indices. Parameters: ring, first index, hops (a multiple of 4), address of the cycles. */
    static Kernel chase(CachePolicy policy) {
        KernelBuilder k = new KernelBuilder("chase").registersPerThread(16);
        Register ring = k.parameter(ValueType.U64);
        Register index = k.variable(k.parameter(ValueType.U32));
        Register hops = k.parameter(ValueType.S32);
        Register out = k.parameter(ValueType.U64);
        Runnable hop = () -> k.memory().loadInto(index, k.element(ring, index, Integer.BYTES), word(policy));
        UnrolledLoop.repeat(k, Operand.s32(64), UNROLL, hop);
        Register start = k.special(SpecialRegister.CLOCK);
        UnrolledLoop.repeat(k, hops, UNROLL, hop);
        finish(k, out, start, index);
        return k.build();
    }

    private static void finish(KernelBuilder k, Register out, Register start, Register value) {
        k.memory().store(ValueType.U64, out, k.subtract(k.special(SpecialRegister.CLOCK), start));
        k.memory().store(ValueType.U32, k.add(out, u64(8)), value);
    }

    /** The same in shared memory; the ring contains offsets, since a shared load scales its index itself. Parameters: hops, out. */
    static Kernel sharedChase() {
        KernelBuilder k = new KernelBuilder("sharedChase").registersPerThread(16);
        Register hops = k.parameter(ValueType.S32);
        Register out = k.parameter(ValueType.U64);
        k.sharedArray(Integer.BYTES * SHARED_WORDS);
        k.forLoop(k.threadX(), u32(SHARED_WORDS), k.blockDimX(), word -> {
            Register next = k.and(k.add(word, u32(33)), u32(SHARED_WORDS - 1));
            k.memory()
                    .store(
                            StateSpace.SHARED,
                            ValueType.U64,
                            k.element(u64(0), k.and(word, u32(511)), Long.BYTES),
                            0,
                            k.element(u64(0), k.and(next, u32(511)), Long.BYTES));
        });
        k.syncThreads();
        Register offset = k.variable(k.element(u64(0), k.threadX(), Long.BYTES));
        Register start = k.special(SpecialRegister.CLOCK);
        UnrolledLoop.repeat(
                k, hops, UNROLL, () -> k.memory().loadVectorInto(List.of(offset), StateSpace.SHARED, offset, 0));
        k.memory().store(ValueType.U64, out, k.subtract(k.special(SpecialRegister.CLOCK), start));
        k.memory().store(ValueType.U64, k.add(out, u64(8)), offset);
        return k.build();
    }

    /** One thread adds to a word that the last result selects. Parameters: words, repetitions, out. */
    static Kernel atomicLatency() {
        KernelBuilder k = new KernelBuilder("atomicLatency").registersPerThread(16);
        Register words = k.parameter(ValueType.U64);
        Register n = k.parameter(ValueType.S32);
        Register out = k.parameter(ValueType.U64);
        Register sum = k.variable(u32(0));
        Register start = k.special(SpecialRegister.CLOCK);
        UnrolledLoop.repeat(k, n, UNROLL, () -> {
            Register address = k.element(words, k.and(sum, u32(1)), Integer.BYTES);
            k.increment(sum, k.memory().atomic(AtomicOperation.ADD, ValueType.U32, address, u32(1)));
        });
        finish(k, out, start, sum);
        return k.build();
    }

    /** The operation of all threads on one word. */
    enum SameAddress {
        ADD,
        ADD_RETURN,
        COMPARE_AND_SWAP
    }

    /** All threads at one word. Parameters: word, repetitions, destination of a sum that never occurs. */
    static Kernel atomicSame(SameAddress what) {
        KernelBuilder k = new KernelBuilder("atomicSame").registersPerThread(16);
        Register word = k.parameter(ValueType.U64);
        Register n = k.parameter(ValueType.S32);
        Register out = k.parameter(ValueType.U64);
        Register sum = k.variable(u32(0));
        List<Register> old = new ArrayList<>();
        UnrolledLoop.repeat(k, n, UNROLL, () -> {
            switch (what) {
                case ADD -> k.memory().atomic(AtomicOperation.ADD, ValueType.U32, word, u32(1));
                case ADD_RETURN -> old.add(k.memory().atomic(AtomicOperation.ADD, ValueType.U32, word, u32(1)));
                case COMPARE_AND_SWAP -> old.add(k.memory().compareAndSwap(ValueType.U32, word, u32(-1), u32(5)));
            }
            // As for independent loads: all are outstanding before the first is added.
            if (old.size() == UNROLL) {
                old.forEach(value -> k.increment(sum, value));
            }
        });
        k.ifThen(k.equal(sum, u32(123)), () -> k.memory().store(ValueType.U32, out, sum));
        return k.build();
    }

    /** All threads at random words, atomics or loads past L1. Parameters: words, repetitions, count of words less one, out. */
    static Kernel random(boolean atomic) {
        KernelBuilder k = new KernelBuilder(atomic ? "atomicSpread" : "gather").registersPerThread(24);
        Register words = k.parameter(ValueType.U64);
        Register n = k.parameter(ValueType.S32);
        Register mask = k.parameter(ValueType.U32);
        Register out = k.parameter(ValueType.U64);
        Register state = k.variable(k.globalThreadX());
        Register sum = k.variable(u32(0));
        List<Register> loaded = new ArrayList<>();
        UnrolledLoop.repeat(k, n, UNROLL, () -> {
            k.multiplyAddInto(state, state, u32(1664525), u32(1013904223));
            Register address = k.element(words, k.and(k.shiftRight(state, u32(4)), mask), Integer.BYTES);
            if (atomic) {
                k.memory().atomic(AtomicOperation.ADD, ValueType.U32, address, u32(1));
                return;
            }
            // The loads are independent, so a compiler adds their results when all of them are outstanding.
            loaded.add(k.memory().load(ValueType.U32, address, word(CachePolicy.GLOBAL_LEVEL)));
            if (loaded.size() == UNROLL) {
                loaded.forEach(value -> k.increment(sum, value));
            }
        });
        k.ifThen(k.equal(sum, u32(123)), () -> k.memory().store(ValueType.U32, out, sum));
        return k.build();
    }

    /** One block adds to words of shared memory a stride apart. Parameters: repetitions, out, stride. */
    static Kernel sharedAtomic() {
        KernelBuilder k = new KernelBuilder("sharedAtomic").registersPerThread(16);
        Register n = k.parameter(ValueType.S32);
        Register out = k.parameter(ValueType.U64);
        Register stride = k.parameter(ValueType.U32);
        k.sharedArray(Integer.BYTES * SHARED_WORDS);
        Register word = k.and(k.multiply(k.threadX(), stride), u32(SHARED_WORDS - 1));
        Register address = k.element(u64(0), word, Integer.BYTES);
        k.syncThreads();
        Register start = k.special(SpecialRegister.CLOCK);
        UnrolledLoop.repeat(
                k,
                n,
                UNROLL,
                () -> k.memory().reduce(StateSpace.SHARED, AtomicOperation.ADD, ValueType.U32, address, u32(1)));
        k.syncThreads();
        Register spent = k.subtract(k.special(SpecialRegister.CLOCK), start);
        k.ifThen(k.equal(k.threadX(), u32(0)), () -> k.memory().store(ValueType.U64, out, spent));
        return k.build();
    }

    /** A grid copies an array, 16 bytes per thread at a time. Parameters: from, to, count of 16 bytes. */
    static Kernel stream(boolean copy) {
        KernelBuilder k = new KernelBuilder(copy ? "copy" : "read").registersPerThread(24);
        Register from = k.parameter(ValueType.U64);
        Register to = k.parameter(ValueType.U64);
        Register count = k.parameter(ValueType.U32);
        Register stride = k.multiply(k.gridDimX(), k.blockDimX());
        Register sum = k.variable(Operand.f32(0));
        k.forLoop(k.globalThreadX(), count, stride, i -> {
            List<Register> value =
                    k.memory().loadVector(StateSpace.GLOBAL, ValueType.F32, 4, k.element(from, i, VECTOR_BYTES), 0);
            if (copy) {
                k.memory().storeVector(StateSpace.GLOBAL, value, k.element(to, i, VECTOR_BYTES), 0);
            } else {
                value.forEach(part -> k.increment(sum, part));
            }
        });
        if (!copy) {
            k.ifThen(k.equal(sum, Operand.f32(1.234f)), () -> k.memory().store(ValueType.F32, to, sum));
        }
        return k.build();
    }

    /** One thread loads a word of mapped host memory repeatedly. Parameters: word, repetitions, out. */
    static Kernel mappedPoll() {
        KernelBuilder k = new KernelBuilder("mappedPoll").registersPerThread(16);
        Register word = k.parameter(ValueType.U64);
        Register n = k.parameter(ValueType.S32);
        Register out = k.parameter(ValueType.U64);
        Register sum = k.variable(u32(0));
        Register start = k.special(SpecialRegister.CLOCK);
        UnrolledLoop.repeat(k, n, UNROLL, () -> k.increment(sum, k.memory().loadVolatile(ValueType.U32, word)));
        finish(k, out, start, sum);
        return k.build();
    }
}
