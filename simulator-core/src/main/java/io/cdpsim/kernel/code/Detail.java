package io.cdpsim.kernel.code;

import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.warp.Lanes;
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

    /** The address of a kernel, which is fixed when the kernel is loaded. */
    record KernelAddress(KernelReference kernel) implements Detail {}

    /** What is read of the parameter buffer: its offset in bytes, and its type. Operand a, where it is there, is added to the offset. */
    record Parameter(int offsetBytes, ValueType type) implements Detail {}

    /**
     * A load or a store of {@code count} consecutive values of one type (1, 2, 4 or 8, of up to 32 bytes in all); operand a is the address, b the first value of a
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

    /** The space that is asked about. */
    record Space(AddressSpace space) implements Detail {}

    /**
     * A barrier of the block: its number, and the threads that take part (0 for all). {@code arriveOnly} does not wait. Where operand a is
     * there it is the number, where operand b is there the threads.
     */
    record Barrier(int number, int threads, boolean arriveOnly) implements Detail {
        private static final int BARRIERS = 16;

        /** What is wrong with a number and a count of threads; empty if nothing is. */
        public static String fault(int number, int threads) {
            if (number < 0 || number >= BARRIERS) {
                return "is barrier " + number + "; a block has 0 to " + (BARRIERS - 1);
            }
            return threads < 0 || threads % Lanes.COUNT != 0
                    ? "is for " + threads + " threads, which is no multiple of " + Lanes.COUNT
                    : "";
        }
    }

    /** A barrier as {@link Barrier} describes it, at which the threads that take part learn something of predicate c in all of them. */
    record BarrierReduction(int number, int threads, Question question) implements Detail {
        /** What they learn: a register for {@link #COUNT}, else a predicate. */
        public enum Question {
            /** In how many threads it holds. */
            COUNT,
            /** Whether it holds in all of them. */
            ALL,
            /** Whether it holds in any. */
            ANY
        }
    }

    /**
     * What lanes of a warp do together.
     *
     * <p>The members are those of the active lanes that a mask names. A lane that is active without being named, and one that is named,
     * has not exited and is not active, leave the result undefined: the run goes on with the members that are there, and a warning says so.
     */
    sealed interface AmongLanes extends Detail {
        /** Operand code of the mask, see {@link Instruction}; {@link Instruction#NO_OPERAND} for all active lanes. */
        int members();
    }

    /**
     * A shuffle: a is the value, b the lane or the distance. {@code width} lanes form a segment, unless operand c says how they do, as PTX
     * packs it: the clamp in bits 0 to 4, in bits 8 to 12 those bits of a lane's number that are the segment's.
     *
     * @param inRange predicate that says whether the lane read from is in the segment, or -1
     */
    record Shuffle(ShuffleMode mode, int width, int members, int inRange) implements AmongLanes {
        /** A shuffle of all active lanes. */
        public Shuffle(ShuffleMode mode, int width) {
            this(mode, width, Instruction.NO_OPERAND, -1);
        }
    }

    /** A vote over a predicate. */
    record Vote(VoteMode mode, int members) implements AmongLanes {
        /** A vote of all active lanes. */
        public Vote(VoteMode mode) {
            this(mode, Instruction.NO_OPERAND);
        }
    }

    /**
     * Which members have the same value of a. The destination is a mask: of the members with the value of the own lane, or, where
     * {@code all}, of all members if they all have one value, and else 0.
     *
     * @param wide whether the values have 64 bits
     * @param agreed with {@code all}, predicate that says whether all have one value, or -1
     */
    record Match(boolean all, boolean wide, int members, int agreed) implements AmongLanes {}

    /** One value made of operand a of all members: a sum, a least, a greatest, or bits, of 32 bits. */
    record Reduce(AtomicOperation operation, ValueType type, int members) implements AmongLanes {}

    /**
     * One member is chosen, the lowest. The destination, where there is one, is its number.
     *
     * @param elected predicate that says whether it is the own lane, or -1
     */
    record Elect(int members, int elected) implements AmongLanes {}

    /** The members meet. */
    record WarpSync(int members) implements AmongLanes {}

    /** A call of a function of the same kernel: how far the register window and the predicate window move. */
    record Call(int registerWindow, int predicateWindow) implements Detail {}

    /**
     * A call of the device runtime. Results go to the destination register and those behind it.
     *
     * @param arguments operand codes, see {@link Instruction}
     * @param callee the kernel that the call is about, if the code names it
     * @param calleeAddress operand code of the address of the kernel that it is about, if the code does not name it
     * @param perThreadDefaultStream whether stream 0 means the thread's own default stream (rule STR-12)
     */
    record Device(
            DeviceCall call,
            List<Integer> arguments,
            @Nullable KernelReference callee,
            int calleeAddress,
            boolean perThreadDefaultStream)
            implements Detail {
        public Device {
            arguments = List.copyOf(arguments);
        }

        /** A call about a kernel that the code names, or about none. */
        public Device(
                DeviceCall call,
                List<Integer> arguments,
                @Nullable KernelReference callee,
                boolean perThreadDefaultStream) {
            this(call, arguments, callee, Instruction.NO_OPERAND, perThreadDefaultStream);
        }
    }

    /** A trap that is a failed assertion: what was asserted. */
    record Assertion(String message) implements Detail {}

    /**
     * A trap that is a failed assertion as PTX's {@code __assertfail}: operand a is the address of the message, b of the file's name, c the
     * line.
     *
     * @param function operand code of the address of the function's name
     */
    record AssertionInMemory(int function) implements Detail {}

    /** A trap that is a breakpoint. */
    record Breakpoint() implements Detail {}

    /**
     * PTX's {@code vprintf}: operand a is the address of the format, b of the arguments, which lie there one after the other as C passes
     * variable arguments: 4 or 8 bytes each, as the conversion says, at a multiple of its size, and floats as doubles.
     */
    record PrintInMemory() implements Detail {}

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
