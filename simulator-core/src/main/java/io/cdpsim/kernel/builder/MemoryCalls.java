package io.cdpsim.kernel.builder;

import io.cdpsim.kernel.code.AtomicOperation;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.CachePolicy;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.Predicate;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import java.util.List;

/** The part of {@link KernelBuilder} that reaches memory. Addresses are 64-bit operands. */
public final class MemoryCalls {
    private static final int NONE = Instruction.NO_OPERAND;

    private final KernelBuilder builder;
    private final CodeEmitter emitter;

    MemoryCalls(KernelBuilder builder, CodeEmitter emitter) {
        this.builder = builder;
        this.emitter = emitter;
    }

    /** Loads from global memory. */
    public Register load(ValueType type, Operand address) {
        return load(StateSpace.GLOBAL, type, address, 0);
    }

    /** Loads from any space, at an offset in bytes. */
    public Register load(StateSpace space, ValueType type, Operand address, long offsetBytes) {
        return load(type, address, access(space, type, 1, offsetBytes));
    }

    /** A {@code volatile} load: neither cached in L1 nor eliminated. */
    public Register loadVolatile(ValueType type, Operand address) {
        return load(
                type,
                address,
                new Modifiers.Access(
                        StateSpace.GENERIC, type, 1, CachePolicy.GLOBAL_LEVEL, MemoryOrder.RELAXED, Scope.SYSTEM, 0));
    }

    /** A texture fetch: may return what memory held earlier in this grid (rule MEM-10). */
    public Register loadTexture(ValueType type, Operand address) {
        return load(
                type,
                address,
                new Modifiers.Access(
                        StateSpace.GLOBAL, type, 1, CachePolicy.TEXTURE, MemoryOrder.WEAK, Scope.BLOCK, 0));
    }

    /** A read-only load ({@code __ldg}), of memory that nothing writes while the grid runs (rule MEM-13). */
    public Register loadReadOnly(ValueType type, Operand address) {
        return load(
                type,
                address,
                new Modifiers.Access(
                        StateSpace.GLOBAL, type, 1, CachePolicy.READ_ONLY, MemoryOrder.WEAK, Scope.BLOCK, 0));
    }

    /** Loads from the space that the address is in. */
    public Register loadGeneric(ValueType type, Operand address) {
        return load(StateSpace.GENERIC, type, address, 0);
    }

    /** Stores to the space that the address is in. */
    public void storeGeneric(ValueType type, Operand address, Operand value) {
        store(StateSpace.GENERIC, type, address, 0, value);
    }

    /**
     * The generic address of an offset in the thread's own shared or local memory, or in constant memory.
     *
     * @throws IllegalArgumentException for a space without a window of its own
     */
    public Register addressOf(StateSpace space, Operand offset) {
        long base = switch (space) {
            case SHARED, SHARED_CLUSTER -> AddressMap.SHARED_BASE;
            case LOCAL -> AddressMap.LOCAL_BASE;
            case CONSTANT -> AddressMap.CONSTANT_BASE;
            case GENERIC, GLOBAL ->
                throw new IllegalArgumentException("addresses of space " + space + " are generic already");
        };
        return builder.add(Operand.u64(base), offset);
    }

    /** {@code __isGlobal}: whether the address may be passed to a child and written there (rule MEM-1); true for mapped host memory too. */
    public Predicate isGlobal(Operand address) {
        return builder.less(address, Operand.u64(AddressMap.CONSTANT_BASE));
    }

    /** {@code __isShared}. */
    public Predicate isShared(Operand address) {
        return builder.atLeast(address, Operand.u64(AddressMap.SHARED_BASE));
    }

    /** {@code __isLocal}. */
    public Predicate isLocal(Operand address) {
        return builder.and(
                builder.atLeast(address, Operand.u64(AddressMap.LOCAL_BASE)),
                builder.less(address, Operand.u64(AddressMap.SHARED_BASE)));
    }

    /** {@code __isConstant}. */
    public Predicate isConstant(Operand address) {
        return builder.and(
                builder.atLeast(address, Operand.u64(AddressMap.CONSTANT_BASE)),
                builder.less(address, Operand.u64(AddressMap.LOCAL_BASE)));
    }

    /** A load with everything said. */
    public Register load(ValueType type, Operand address, Modifiers.Access access) {
        Register target = builder.newRegister(type);
        loadInto(target, address, access);
        return target;
    }

    /** The same into a register of the caller's, as a pointer chase does. */
    public void loadInto(Register target, Operand address, Modifiers.Access access) {
        emitter.emit(Opcode.LOAD, builder.target(target), builder.code(address), NONE, NONE, access);
    }

    /** Loads 2 or 4 consecutive values at once. */
    public List<Register> loadVector(StateSpace space, ValueType type, int count, Operand address, long offsetBytes) {
        List<Register> targets = builder.registers(type, count);
        loadVectorInto(targets, space, address, offsetBytes);
        return targets;
    }

    /** Loads 2 or 4 consecutive values at once into registers from {@link KernelBuilder#registers}. */
    public void loadVectorInto(List<Register> targets, StateSpace space, Operand address, long offsetBytes) {
        Register first = targets.get(0);
        emitter.emit(
                Opcode.LOAD,
                builder.target(first),
                builder.code(address),
                NONE,
                NONE,
                access(space, first.type(), targets.size(), offsetBytes));
    }

    /** Stores to global memory. */
    public void store(ValueType type, Operand address, Operand value) {
        store(StateSpace.GLOBAL, type, address, 0, value);
    }

    /** Stores to any space, at an offset in bytes. */
    public void store(StateSpace space, ValueType type, Operand address, long offsetBytes, Operand value) {
        store(address, value, access(space, type, 1, offsetBytes));
    }

    /** A {@code volatile} store. */
    public void storeVolatile(ValueType type, Operand address, Operand value) {
        store(
                address,
                value,
                new Modifiers.Access(
                        StateSpace.GENERIC, type, 1, CachePolicy.GLOBAL_LEVEL, MemoryOrder.RELAXED, Scope.SYSTEM, 0));
    }

    /** A store with everything said. */
    public void store(Operand address, Operand value, Modifiers.Access access) {
        emitter.emit(Opcode.STORE, -1, builder.code(address), builder.code(value), NONE, access);
    }

    /** Stores 2 or 4 consecutive registers at once. @throws IllegalArgumentException if they are not consecutive */
    public void storeVector(StateSpace space, List<Register> values, Operand address, long offsetBytes) {
        Register first = values.get(0);
        for (int i = 1; i < values.size(); i++) {
            if (values.get(i).index() != first.index() + i) {
                throw new IllegalArgumentException("registers of a vector must be consecutive, not " + values
                        + ": take them from registers() or loadVector()");
            }
        }
        store(address, first, access(space, first.type(), values.size(), offsetBytes));
    }

    /** An atomic on global memory that returns the old value. */
    public Register atomic(AtomicOperation operation, ValueType type, Operand address, Operand value) {
        return atomic(operation, type, address, 0, value);
    }

    /** The same at an offset in bytes. */
    public Register atomic(
            AtomicOperation operation, ValueType type, Operand address, long offsetBytes, Operand value) {
        Register old = builder.newRegister(type);
        emitAtomic(StateSpace.GLOBAL, operation, type, old.index(), address, offsetBytes, builder.code(value), NONE);
        return old;
    }

    /** A reduction ({@code red}): an atomic without an answer. */
    public void reduce(StateSpace space, AtomicOperation operation, ValueType type, Operand address, Operand value) {
        reduce(space, operation, type, address, 0, value);
    }

    /** The same at an offset in bytes. */
    public void reduce(
            StateSpace space,
            AtomicOperation operation,
            ValueType type,
            Operand address,
            long offsetBytes,
            Operand value) {
        emitAtomic(space, operation, type, -1, address, offsetBytes, builder.code(value), NONE);
    }

    /** {@code atomicCAS} on global memory: stores {@code value} if memory equals {@code expected}; returns the old value. */
    public Register compareAndSwap(ValueType type, Operand address, Operand expected, Operand value) {
        Register old = builder.newRegister(type);
        emitAtomic(
                StateSpace.GLOBAL,
                AtomicOperation.COMPARE_AND_SWAP,
                type,
                old.index(),
                address,
                0,
                builder.code(expected),
                builder.code(value));
        return old;
    }

    /**
     * An atomic with everything said.
     *
     * @param value the operand; the expected value of a compare-and-swap
     * @param replacement the new value of a compare-and-swap; else not used
     * @return the old value, where the atomic returns it
     */
    public Register atomic(Operand address, Operand value, Operand replacement, Modifiers.Atomic atomic) {
        Register old = builder.newRegister(atomic.type());
        boolean swap = atomic.operation() == AtomicOperation.COMPARE_AND_SWAP;
        emitter.emit(
                Opcode.ATOMIC,
                atomic.returnsOld() ? old.index() : -1,
                builder.code(address),
                builder.code(value),
                swap ? builder.code(replacement) : NONE,
                atomic);
        return old;
    }

    /** {@code fence.sc} or {@code fence.acq_rel}. */
    public void fence(Scope scope, boolean sequential) {
        emitter.emit(Opcode.FENCE, -1, NONE, NONE, NONE, new Modifiers.Fence(scope, sequential));
    }

    /** {@code __threadfence_block}, {@code __threadfence} or {@code __threadfence_system}, by scope. */
    public void fence(Scope scope) {
        emitter.emit(Opcode.FENCE, -1, NONE, NONE, NONE, new Modifiers.Fence(scope, true));
    }

    private void emitAtomic(
            StateSpace space,
            AtomicOperation operation,
            ValueType type,
            int target,
            Operand address,
            long offsetBytes,
            int b,
            int c) {
        emitter.emit(
                Opcode.ATOMIC,
                target,
                builder.code(address),
                b,
                c,
                new Modifiers.Atomic(
                        space, type, operation, target >= 0, MemoryOrder.RELAXED, Scope.DEVICE, offsetBytes));
    }

    private static Modifiers.Access access(StateSpace space, ValueType type, int count, long offsetBytes) {
        return Modifiers.Access.weak(space, type, count, offsetBytes);
    }
}
