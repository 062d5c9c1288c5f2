package io.cdpsim.kernel.code;

import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.Scope;
import io.cdpsim.warp.Lanes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Modifiers of an instruction, beyond its opcode and its operands. */
public sealed interface Modifiers {
    /** No modifiers. */
    record None() implements Modifiers {}

    /** The shared instance of {@link None}. */
    Modifiers NONE = new None();

    /**
     * A comparison's question.
     *
     * @param comparison the orders of a and b that satisfy it
     * @param flushesSubnormals whether subnormal numbers compare as zeros (PTX's {@code .ftz})
     */
    record Compare(Comparison comparison, boolean flushesSubnormals) implements Modifiers {
        /** A comparison of the numbers as they are. */
        public Compare(Comparison comparison) {
            this(comparison, false);
        }
    }

    /**
     * Deviations of floating-point arithmetic from {@link #NONE}, which only rounds to nearest even.
     *
     * @param rounding of the exact result
     * @param flushesSubnormals whether subnormal operands and results become zeros of their sign (PTX's {@code .ftz})
     * @param saturates whether the result is limited to 0 to 1, and NaN becomes 0 (PTX's {@code .sat})
     * @param mayFuse whether the assembler may round a product and a sum once; an instruction that runs has it not
     */
    record Arithmetic(Rounding rounding, boolean flushesSubnormals, boolean saturates, boolean mayFuse)
            implements Modifiers {
        /** Arithmetic that rounds each result. */
        public Arithmetic(Rounding rounding, boolean flushesSubnormals, boolean saturates) {
            this(rounding, flushesSubnormals, saturates, false);
        }
    }

    /**
     * How a minimum or maximum of floats differs from {@link #NONE}, where a number wins over a NaN.
     *
     * @param flushesSubnormals whether subnormal operands count as zeros (PTX's {@code .ftz})
     * @param propagatesNan whether the result is NaN if an operand is (PTX's {@code .NaN})
     * @param xorsSigns whether magnitudes are compared, and the result is negative if one operand is (PTX's {@code .xorsign.abs})
     */
    record Extreme(boolean flushesSubnormals, boolean propagatesNan, boolean xorsSigns) implements Modifiers {}

    /**
     * A conversion. Only the low bits of a source of 8 or 16 bits count. A result of 8 or 16 bits is sign-extended, but {@code U8} is
     * zero-extended: PTX has no register that is as narrow.
     *
     * @param from type of the operand
     * @param to type of the result; {@code F16X2} and {@code BF16X2} for {@code CONVERT_PACKED}
     * @param rounding to an integer if the result is one, otherwise to the result's float format
     * @param toIntegral whether a float becomes a float without fraction first (PTX's {@code .rni}, {@code .rzi}, ... between floats)
     * @param flushesSubnormals whether a subnormal F32 as operand or result is zero (PTX's {@code .ftz})
     * @param saturates whether an integer is limited to its new type, a float to 0 to 1 with NaN as 0 (PTX's {@code .sat}); floats
     *     that become integers are limited to their type always
     */
    record Convert(
            ValueType from,
            ValueType to,
            Rounding rounding,
            boolean toIntegral,
            boolean flushesSubnormals,
            boolean saturates)
            implements Modifiers {
        /** The opcode that converts one number so. */
        public Opcode opcode() {
            if (from == ValueType.F64 || to == ValueType.F64) {
                return Opcode.CONVERT_F64;
            }
            return leavesNoFraction() ? Opcode.CONVERT_INTEGRAL : Opcode.CONVERT;
        }

        /** Whether a floating-point number becomes one without fraction, as an integer or as a float. */
        public boolean leavesNoFraction() {
            return from.isFloat() && (toIntegral || !to.isFloat());
        }
    }

    /** A kind of floating-point value that PTX's {@code testp} tests. */
    enum FloatClass {
        /** Neither infinite nor NaN. */
        FINITE,
        INFINITE,
        /** Anything but NaN. */
        NUMBER,
        NOT_A_NUMBER,
        /** Finite and not subnormal; zeros are normal. */
        NORMAL,
        SUBNORMAL
    }

    /** The kind of float that is tested. */
    record Classify(FloatClass kind) implements Modifiers {}

    /** Whether the position of the highest bit counts down from the top (PTX's {@code .shiftamt}), not up from bit 0. */
    record Find(boolean fromTop) implements Modifiers {}

    /** How a byte permutation chooses four of the bytes 0 to 7 of b:a. */
    enum PermuteMode {
        /** Each nibble of c chooses a byte in its low three bits; if its top bit is set, the byte's sign fills the result's byte. */
        SELECT,
        /** Four bytes upwards from byte c mod 4 ({@code .f4e}). */
        FORWARD_4,
        /** Four bytes downwards from byte c mod 4, around ({@code .b4e}). */
        BACKWARD_4,
        /** Byte c mod 4, four times ({@code .rc8}). */
        REPLICATE_8,
        /** Byte i, but none below byte c mod 4 ({@code .ecl}). */
        EDGE_CLAMP_LEFT,
        /** Byte i, but none above byte c mod 4 ({@code .ecr}). */
        EDGE_CLAMP_RIGHT,
        /** The lower or upper half of a by bit 0 of c, twice ({@code .rc16}). */
        REPLICATE_16
    }

    /** How bytes are chosen. */
    record Permute(PermuteMode mode) implements Modifiers {}

    /** The table of a logic of three bits: bit {@code 4a + 2b + c} is the result. 0 to 255. */
    record Lookup(int table) implements Modifiers {}

    /** The effect of a distance, position or width above 32: clamped to 32, or reduced modulo 32 (PTX's {@code .wrap}). */
    record Width(boolean clamps) implements Modifiers {}

    /**
     * The parts of a dot product.
     *
     * @param signedA whether parts of a are signed
     * @param signedB whether parts of b are signed
     * @param upperBytes whether {@code DP2A} takes the upper two bytes of b
     */
    record Dot(boolean signedA, boolean signedB, boolean upperBytes) implements Modifiers {}

    /** Which special register is read. */
    record Special(SpecialRegister register) implements Modifiers {}

    /** The address of a kernel, which is fixed when the kernel is loaded. */
    record KernelAddress(KernelReference kernel) implements Modifiers {}

    /** A read of the parameter buffer: its offset in bytes, and its type. Operand a, if present, is added to the offset. */
    record Parameter(int offsetBytes, ValueType type) implements Modifiers {}

    /**
     * A load or a store of {@code count} consecutive values of one type (1, 2, 4 or 8, of up to 32 bytes in all); operand a is the address, b the first value of a
     * store, whose other values follow in the next registers. Where {@code indexShift} is not 0, a is an index of 32 bits that the access
     * itself shifts left by so much, as hardware does in shared memory; the address then has 32 bits, too.
     */
    record Access(
            StateSpace space,
            ValueType type,
            int count,
            CachePolicy cache,
            MemoryOrder order,
            Scope scope,
            long offsetBytes,
            int indexShift)
            implements Modifiers {
        /** An access at an address that is not scaled. */
        public Access(
                StateSpace space,
                ValueType type,
                int count,
                CachePolicy cache,
                MemoryOrder order,
                Scope scope,
                long offsetBytes) {
            this(space, type, count, cache, order, scope, offsetBytes, 0);
        }

        /** A weak access through all caches. */
        public static Access weak(StateSpace space, ValueType type, int count, long offsetBytes) {
            return new Access(space, type, count, CachePolicy.ALL, MemoryOrder.WEAK, Scope.BLOCK, offsetBytes);
        }

        /** Whether it orders nothing, and other threads may not access the same bytes at the same time. */
        public boolean isWeak() {
            return order == MemoryOrder.WEAK;
        }

        /** Bytes a lane moves. */
        public int bytes() {
            return type.bytes() * count;
        }
    }

    /**
     * An atomic on the word at a; b is the operand (the expected value of a compare-and-swap), c the new value of a compare-and-swap.
     *
     * @param count values of the type that the word has: 2 of 64 bits for PTX's {@code .b128}, which is exchanged or compared and swapped; else 1. The
     *     operands and the destination are the first of as many adjacent registers
     */
    record Atomic(
            StateSpace space,
            ValueType type,
            AtomicOperation operation,
            boolean returnsOld,
            MemoryOrder order,
            Scope scope,
            long offsetBytes,
            int count)
            implements Modifiers {
        /** An atomic on a word of one value. */
        public Atomic(
                StateSpace space,
                ValueType type,
                AtomicOperation operation,
                boolean returnsOld,
                MemoryOrder order,
                Scope scope,
                long offsetBytes) {
            this(space, type, operation, returnsOld, order, scope, offsetBytes, 1);
        }

        /** The same update, which returns nothing. */
        public Atomic withoutResult() {
            return new Atomic(space, type, operation, false, order, scope, offsetBytes, count);
        }

        /** Bytes of the word. */
        public int bytes() {
            return type.bytes() * count;
        }
    }

    /**
     * A product of matrices and a sum: D = A * B + C, with fragments in registers of all lanes as PTX's {@code mma} has them. Operands a, b and c and
     * the destination are the first of adjacent registers.
     *
     * @param m rows of A, C and D
     * @param n columns of B, C and D
     * @param k columns of A and rows of B
     * @param a type of A's elements
     * @param b type of B's elements
     * @param c type of C's elements
     * @param d type of D's elements
     * @param rounding of each sum in double precision
     * @param saturates whether sums of integers are limited to 32 bits
     * @param combination what bits are combined by, {@code AND} or {@code XOR}, before they are counted; {@code ADD} where elements are numbers
     * @param aIsColumns whether a lane holds a column of A, in the shape m8n8k4 of half precision alone
     * @param bIsRows whether a lane holds a row of B, likewise
     */
    record MatrixMultiply(
            int m,
            int n,
            int k,
            MatrixType a,
            MatrixType b,
            MatrixType c,
            MatrixType d,
            Rounding rounding,
            boolean saturates,
            AtomicOperation combination,
            boolean aIsColumns,
            boolean bIsRows)
            implements Modifiers {
        /** Whether four groups of eight lanes each multiply matrices of their own. */
        public boolean isQuarters() {
            return m == 8 && k == 4 && a == MatrixType.F16;
        }

        /** Registers of a lane that hold A. */
        public int registersOfA() {
            return isQuarters() ? 2 : registers(m * k, a);
        }

        /** Registers of a lane that hold B. */
        public int registersOfB() {
            return isQuarters() ? 2 : registers(k * n, b);
        }

        /** Registers of a lane that hold C. */
        public int registersOfC() {
            return registersOf(c);
        }

        /** Registers of a lane that hold D. */
        public int registersOfD() {
            return registersOf(d);
        }

        private int registersOf(MatrixType type) {
            return registers(isQuarters() ? 4 * m * n : m * n, type);
        }

        private static int registers(int elements, MatrixType type) {
            return elements / Lanes.COUNT / type.perRegister();
        }
    }

    /**
     * Some matrices of eight rows of 16 bytes in shared memory, each at its own address: operand a of lane {@code i} is the address of row
     * {@code i mod 8} of matrix {@code i / 8}. Each matrix has a register: the destination of a load, operand b of a store, and those that follow.
     *
     * @param count matrices: 1, 2 or 4
     * @param isTransposed whether a row in memory is a column in registers
     */
    record MatrixRows(StateSpace space, int count, boolean isTransposed, long offsetBytes) implements Modifiers {}

    /** A fence; {@code sequential} for {@code fence.sc}. */
    record Fence(Scope scope, boolean sequential) implements Modifiers {}

    /** What an operation does to an mbarrier object (PTX ISA, parallel synchronization: mbarrier). */
    enum MbarrierOperation {
        /** Makes the object: b arrivals complete each phase. */
        INIT,
        /** Ends the object: its memory may be used for other things. */
        INVALIDATE,
        /** b more bytes complete the phase. */
        EXPECT_TX,
        /** b bytes have come. */
        COMPLETE_TX,
        /** b threads arrive. */
        ARRIVE,
        /** One thread arrives and b more bytes complete the phase. */
        ARRIVE_EXPECT_TX,
        /** b threads arrive and take no part in later phases. */
        ARRIVE_DROP,
        /** One thread arrives, takes no part in later phases, and b more bytes complete the phase. */
        ARRIVE_DROP_EXPECT_TX
    }

    /**
     * A change of an mbarrier object.
     *
     * @param space {@code SHARED}, {@code SHARED_CLUSTER} or {@code GENERIC}
     * @param releases whether the thread's accesses so far precede those of threads whose wait for the phase succeeds
     * @param completes whether the arrival may complete the phase; one that does without has undefined behavior
     */
    record Mbarrier(
            MbarrierOperation operation, StateSpace space, long offsetBytes, boolean releases, boolean completes)
            implements Modifiers {}

    /**
     * A test of an mbarrier object.
     *
     * @param space {@code SHARED} or {@code GENERIC}
     * @param ofParity whether b is the parity of a phase, not the state that an arrival returned
     * @param suspends whether the thread may wait for a time before the test fails (PTX's {@code try_wait})
     * @param acquires whether the accesses of threads that arrived precede those of the thread from here on
     */
    record MbarrierWait(StateSpace space, long offsetBytes, boolean ofParity, boolean suspends, boolean acquires)
            implements Modifiers {}

    /**
     * A fetch from a texture: operand a is the texture object, b the first register of a layer, the coordinates, a level or two gradients, and
     * offsets.
     *
     * @param isIndex whether coordinates are indices of texels, not floats
     * @param level how the level of a mipmap is chosen
     * @param hasOffsets whether whole texels are added to the coordinates
     * @param gathered the channel of which four texels are gathered (PTX's {@code tld4}), or -1
     */
    record TextureFetch(TextureGeometry geometry, boolean isIndex, LevelChoice level, boolean hasOffsets, int gathered)
            implements Modifiers {
        /** The first register behind the coordinates. */
        public int levelAt() {
            return geometry.registers();
        }

        /** The first register of the offsets. */
        public int offsetsAt() {
            return levelAt()
                    + (level == LevelChoice.GIVEN ? 1 : level == LevelChoice.GRADIENTS ? 2 * geometry.dimensions() : 0);
        }

        /** Registers from b on. */
        public int registers() {
            return offsetsAt() + (hasOffsets ? geometry.dimensions() : 0);
        }
    }

    /**
     * A question about a texture or surface object: operand a is the object, b the level of a mipmap, if present.
     *
     * @param ofSurface whether the object is to be a surface object
     */
    record TextureQuery(TextureAttribute attribute, boolean ofSurface) implements Modifiers {}

    /** How a texture fetch chooses the level of a mipmap (PTX ISA, {@code tex}). */
    enum LevelChoice {
        /** Level 0. */
        BASE,
        /** An operand. */
        GIVEN,
        /** By how far the coordinates of neighbours are apart, in x and in y. */
        GRADIENTS
    }

    /**
     * An access to a surface: operand a is the surface object, b the first register of a layer and the coordinates, x in bytes, and c the
     * first value that is stored.
     *
     * @param type the size of a value
     * @param count values, 1, 2 or 4
     * @param operation what a reduction does with the value; null for loads and stores
     */
    record SurfaceAccess(
            TextureGeometry geometry,
            ValueType type,
            int count,
            SurfaceBoundary boundary,
            @Nullable AtomicOperation operation)
            implements Modifiers {
        /** Bytes of the access. */
        public int bytes() {
            return count * type.bytes();
        }
    }

    /** The grid ahead in the stream: {@code waits} for its completion, or lets the grid behind start. */
    record GridDependency(boolean waits) implements Modifiers {}

    /**
     * The barrier of a cluster.
     *
     * @param arrives whether the threads arrive, or wait for the phase in which they have arrived
     * @param orders whether accesses before the arrivals precede those behind the waits
     */
    record ClusterBarrier(boolean arrives, boolean orders) implements Modifiers {}

    /**
     * An address in a cluster's shared memory: operand a is one, b the rank of the block whose is wanted.
     *
     * @param isGeneric whether it is a generic address, not one of {@code .shared::cluster}
     * @param asksRank whether the result is the rank of the block that a points into
     */
    record ClusterAddress(boolean isGeneric, boolean asksRank) implements Modifiers {}

    /**
     * A bulk copy without a tensor map; operands are a target, b source, c bytes.
     *
     * @param target {@code SHARED_CLUSTER} or {@code GLOBAL}
     * @param source {@code SHARED} or {@code GLOBAL}
     * @param mbarrier operand code of the address of the mbarrier object that counts the bytes, or {@link Instruction#NO_OPERAND} where the copy belongs to a bulk group
     * @param blocks operand code of the mask of the cluster's blocks that each get a copy, or {@link Instruction#NO_OPERAND}
     * @param operation what combines source and target; null for a plain copy
     * @param type of the elements that it combines
     */
    record BulkCopy(
            StateSpace target,
            StateSpace source,
            int mbarrier,
            int blocks,
            @Nullable AtomicOperation operation,
            ValueType type)
            implements Modifiers {
        /** The operand codes beyond a, b and c. */
        public List<Integer> arguments() {
            List<Integer> present = new java.util.ArrayList<>();
            if (mbarrier != Instruction.NO_OPERAND) {
                present.add(mbarrier);
            }
            if (blocks != Instruction.NO_OPERAND) {
                present.add(blocks);
            }
            return List.copyOf(present);
        }
    }

    /**
     * A bulk group of the thread.
     *
     * @param waits whether the thread waits for groups, or closes one
     * @param groups how many of the last groups it does not wait for
     * @param ofReads whether it waits until the sources have been read, not until the targets are written
     */
    record BulkGroup(boolean waits, int groups, boolean ofReads) implements Modifiers {}

    /**
     * The space that is tested.
     *
     * @param isOwn whether shared memory of other blocks of the cluster does not count
     */
    record Space(AddressSpace space, boolean isOwn) implements Modifiers {
        /** Shared memory of any block counts. */
        public Space(AddressSpace space) {
            this(space, false);
        }
    }

    /**
     * A barrier of the block: its number, and the threads that take part (0 for all). {@code arriveOnly} does not wait. Where operand a is
     * there it is the number, where operand b is there the threads. At an {@code aligned} one all live lanes of a warp must arrive together, as at
     * {@code __syncthreads()}.
     */
    record Barrier(int number, int threads, boolean arriveOnly, boolean aligned) implements Modifiers {
        /** A barrier at which lanes of a warp may arrive apart. */
        public Barrier(int number, int threads, boolean arriveOnly) {
            this(number, threads, arriveOnly, false);
        }

        private static final int BARRIERS = 16;

        /** Describes an invalid number or count of threads; empty if both are valid. */
        public static String fault(int number, int threads) {
            if (number < 0 || number >= BARRIERS) {
                return "is barrier " + number + "; a block has 0 to " + (BARRIERS - 1);
            }
            return threads < 0 || threads % Lanes.COUNT != 0
                    ? "is for " + threads + " threads, which is not a multiple of " + Lanes.COUNT
                    : "";
        }
    }

    /** A barrier as {@link Barrier} describes it, which reduces predicate c over the threads that take part. */
    record BarrierReduction(int number, int threads, Question question) implements Modifiers {
        /** The destination of the reduction: a register for {@link #COUNT}, otherwise a predicate. */
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
     * Modifiers of collective instructions of a warp.
     *
     * <p>The members are those of the active lanes that a mask names. A lane that is active without being named, and one that is named,
     * has not exited and is not active, leave the result undefined: the run continues with the members that are there, and a warning says so.
     */
    sealed interface AmongLanes extends Modifiers {
        /** Operand code of the mask, see {@link Instruction}; {@link Instruction#NO_OPERAND} for all active lanes. */
        int members();
    }

    /**
     * A shuffle: a is the value, b the lane or the distance. {@code width} lanes form a segment, unless operand c says how they do, as PTX
     * packs it: the clamp in bits 0 to 4, in bits 8 to 12 those bits of a lane's number that are the segment's.
     *
     * @param inRange predicate that receives whether the source lane is in the segment, or -1
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
     * @param agreed with {@code all}, predicate that receives whether all have one value, or -1
     */
    record Match(boolean all, boolean wide, int members, int agreed) implements AmongLanes {}

    /** One value made of operand a of all members: a sum, a least, a greatest, or bits, of 32 bits. */
    record Reduce(AtomicOperation operation, ValueType type, int members) implements AmongLanes {}

    /**
     * The lowest member is elected. The destination, if present, receives its number.
     *
     * @param elected predicate that receives whether the lane itself is elected, or -1
     */
    record Elect(int members, int elected) implements AmongLanes {}

    /** The members meet. */
    record WarpSync(int members) implements AmongLanes {}

    /** A call of a function of the same kernel: how far the register window and the predicate window move. */
    record Call(int registerWindow, int predicateWindow) implements Modifiers {}

    /**
     * A call of the device runtime. Results are written to the destination register and those that follow it.
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
            implements Modifiers {
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

    /** A trap of a failed assertion: its text. */
    record Assertion(String message) implements Modifiers {}

    /**
     * A trap that is a failed assertion as PTX's {@code __assertfail}: operand a is the address of the message, b of the file's name, c the
     * line.
     *
     * @param function operand code of the address of the function's name
     */
    record AssertionInMemory(int function) implements Modifiers {}

    /** A trap that is a breakpoint. */
    record Breakpoint() implements Modifiers {}

    /**
     * PTX's {@code vprintf}: operand a is the address of the format, b of the arguments, which are stored one after the other as C passes
     * variable arguments: 4 or 8 bytes each, as the conversion says, at a multiple of its size, and floats as doubles.
     */
    record PrintInMemory() implements Modifiers {}

    /**
     * A {@code printf}.
     *
     * @param format the format, as in C
     * @param arguments operand codes, see {@link Instruction}
     * @param types the arguments' types
     */
    record Print(String format, List<Integer> arguments, List<ValueType> types) implements Modifiers {
        public Print {
            arguments = List.copyOf(arguments);
            types = List.copyOf(types);
        }
    }

    /** The mix of one iteration of a bulk instruction; operand a is the number of iterations, operand b the start address of its global loads. */
    record Bulk(BulkMix mix) implements Modifiers {}

    /** Which lane a shuffle reads from. */
    enum ShuffleMode {
        /** The lane with the given index. */
        INDEX,
        /** The lane a given distance below. */
        UP,
        /** The lane a given distance above. */
        DOWN,
        /** The lane whose index differs in the given bits. */
        BUTTERFLY
    }

    /** The result of a warp vote. */
    enum VoteMode {
        /** True if the predicate holds in all active lanes. */
        ALL,
        /** True if it holds in any active lane. */
        ANY,
        /** True if it is the same in all active lanes. */
        UNIFORM,
        /** The mask of the active lanes in which it holds. */
        BALLOT
    }

    /** Which caches a load may be served from. */
    enum CachePolicy {
        /** All levels ({@code ld.ca}). */
        ALL,
        /** Only caches that all SMs share ({@code ld.cg}); volatile and strong accesses use this policy. */
        GLOBAL_LEVEL,
        /** A texture fetch: a cache that writes do not reach while the grid runs (rule MEM-10). */
        TEXTURE,
        /** A read-only load ({@code ld.nc}): the same cache, of memory that nothing writes while the grid runs (rule MEM-13). */
        READ_ONLY;

        /** Whether writes do not reach the cache while the grid runs. */
        public boolean isOfTextures() {
            return this == TEXTURE || this == READ_ONLY;
        }
    }
}
