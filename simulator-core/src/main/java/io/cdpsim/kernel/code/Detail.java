package io.cdpsim.kernel.code;

import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an instruction needs to say beyond its opcode and its operands. */
public sealed interface Detail {
    /** Nothing more to say. */
    record None() implements Detail {}

    /** The shared instance of {@link None}. */
    Detail NONE = new None();

    /** A comparison's question. */
    record Compare(Comparison comparison) implements Detail {}

    /** Which special register is read. */
    record Special(SpecialRegister register) implements Detail {}

    /** A parameter: its offset in the parameter buffer in bytes, and its type. */
    record Parameter(int offsetBytes, ValueType type) implements Detail {}

    /**
     * A load or a store of {@code count} consecutive values of one type (1, 2 or 4); operand a is the address, b the first value of a
     * store, whose other values follow in the next registers.
     */
    record Access(
            StateSpace space,
            ValueType type,
            int count,
            CachePolicy cache,
            MemoryOrder order,
            Scope scope,
            long offsetBytes)
            implements Detail {
        /** Bytes a lane moves. */
        public int bytes() {
            return type.bytes() * count;
        }
    }

    /** An atomic on the word at a; b is the operand (the expected value of a compare-and-swap), c the new value of a compare-and-swap. */
    record Atomic(
            StateSpace space,
            ValueType type,
            AtomicOperation operation,
            boolean returnsOld,
            MemoryOrder order,
            Scope scope,
            long offsetBytes)
            implements Detail {}

    /** A fence; {@code sequential} for {@code fence.sc}. */
    record Fence(Scope scope, boolean sequential) implements Detail {}

    /** A barrier of the block: its number, and the threads that take part (0 for all). {@code arriveOnly} does not wait. */
    record Barrier(int number, int threads, boolean arriveOnly) implements Detail {}

    /** A shuffle: a is the value, b the lane or the distance; {@code width} lanes form a segment. */
    record Shuffle(ShuffleMode mode, int width) implements Detail {}

    /** A vote over a predicate. */
    record Vote(VoteMode mode) implements Detail {}

    /** A call of a function of the same kernel: how far the register window and the predicate window move. */
    record Call(int registerWindow, int predicateWindow) implements Detail {}

    /**
     * A call of the device runtime. Results go to the destination register and those behind it.
     *
     * @param arguments operand codes, see {@link Instruction}
     * @param callee the kernel that a launch starts
     * @param perThreadDefaultStream whether stream 0 means the thread's own default stream (rule STR-12)
     */
    record Device(
            DeviceCall call,
            List<Integer> arguments,
            @Nullable KernelReference callee,
            boolean perThreadDefaultStream) implements Detail {
        public Device {
            arguments = List.copyOf(arguments);
        }
    }

    /** A trap that is a failed assertion: what was asserted. */
    record Assertion(String message) implements Detail {}

    /**
     * A {@code printf}.
     *
     * @param format the format, as in C
     * @param arguments operand codes, see {@link Instruction}
     * @param types the arguments' types
     */
    record Print(String format, List<Integer> arguments, List<ValueType> types) implements Detail {
        public Print {
            arguments = List.copyOf(arguments);
            types = List.copyOf(types);
        }
    }

    /** The mix of one iteration of a bulk instruction; operand a says how many iterations, operand b where its global loads begin. */
    record Bulk(BulkMix mix) implements Detail {}
}
