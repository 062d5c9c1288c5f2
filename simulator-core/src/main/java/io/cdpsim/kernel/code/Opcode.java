package io.cdpsim.kernel.code;

/**
 * The instruction set. Suffixes name the operand type; {@code I32} and {@code I64} serve both signednesses.
 *
 * <p>Operands {@code a}, {@code b}, {@code c} are registers or constants, in the order in which PTX lists them.
 *
 * <p>What an opcode that only computes does to values stands in the package {@code kernel.meaning}. Floating-point ones round to the
 * nearest, keep subnormal numbers and do not saturate unless {@link Detail.Arithmetic} says otherwise. Roots, reciprocals, quotients and
 * transcendental functions have one meaning here, the exact one or a value next to it, which PTX's approximate forms share.
 */
public enum Opcode {
    // Moves
    MOV(Pipe.INTEGER),
    /** d = predicate c ? a : b. */
    SELECT(Pipe.INTEGER),
    READ_SPECIAL(Pipe.INTEGER, false),
    /** Operand a, where it is there, is an offset in bytes that is added to the parameter's. */
    LOAD_PARAMETER(Pipe.FREE),
    /** The address of a kernel, by which a launch can name it. */
    KERNEL_ADDRESS(Pipe.INTEGER, false),
    // 32-bit integers
    ADD_I32(Pipe.INTEGER),
    SUB_I32(Pipe.INTEGER),
    MUL_I32(Pipe.INTEGER_MULTIPLY),
    MAD_I32(Pipe.INTEGER_MULTIPLY),
    MULHI_S32(Pipe.INTEGER_MULTIPLY),
    MULHI_U32(Pipe.INTEGER_MULTIPLY),
    /** The upper half of a * b, plus c. */
    MADHI_S32(Pipe.INTEGER_MULTIPLY),
    MADHI_U32(Pipe.INTEGER_MULTIPLY),
    /** Bits 0 to 31 of the product of the low 24 bits of a and b. */
    MUL24_LO_S32(Pipe.INTEGER_MULTIPLY),
    MUL24_LO_U32(Pipe.INTEGER_MULTIPLY),
    /** Bits 16 to 47 of the product of the low 24 bits of a and b. */
    MUL24_HI_S32(Pipe.INTEGER_MULTIPLY),
    MUL24_HI_U32(Pipe.INTEGER_MULTIPLY),
    MAD24_LO_S32(Pipe.INTEGER_MULTIPLY),
    MAD24_LO_U32(Pipe.INTEGER_MULTIPLY),
    MAD24_HI_S32(Pipe.INTEGER_MULTIPLY),
    MAD24_HI_U32(Pipe.INTEGER_MULTIPLY),
    /** The sum, limited to what 32 bits hold. */
    ADD_SAT_S32(Pipe.INTEGER),
    SUB_SAT_S32(Pipe.INTEGER),
    /** c plus the distance of a and b. */
    SAD_S32(Pipe.INTEGER),
    SAD_U32(Pipe.INTEGER),
    /** c plus the dot product of the four bytes of a and b; {@link Detail.Dot} says their signs. */
    DP4A_B32(Pipe.INTEGER_MULTIPLY),
    /** c plus the dot product of the two halves of a and two bytes of b; {@link Detail.Dot} says their signs and which bytes. */
    DP2A_B32(Pipe.INTEGER_MULTIPLY),
    /** Two sums of 16 bits. */
    ADD_I16X2(Pipe.INTEGER),
    MIN_S16X2(Pipe.INTEGER),
    MAX_S16X2(Pipe.INTEGER),
    MIN_U16X2(Pipe.INTEGER),
    MAX_U16X2(Pipe.INTEGER),
    DIV_S32(Pipe.SPECIAL_FUNCTION),
    DIV_U32(Pipe.SPECIAL_FUNCTION),
    REM_S32(Pipe.SPECIAL_FUNCTION),
    REM_U32(Pipe.SPECIAL_FUNCTION),
    MIN_S32(Pipe.INTEGER),
    MAX_S32(Pipe.INTEGER),
    MIN_U32(Pipe.INTEGER),
    MAX_U32(Pipe.INTEGER),
    NEG_I32(Pipe.INTEGER),
    ABS_S32(Pipe.INTEGER),
    AND_B32(Pipe.INTEGER),
    OR_B32(Pipe.INTEGER),
    XOR_B32(Pipe.INTEGER),
    NOT_B32(Pipe.INTEGER),
    SHL_B32(Pipe.INTEGER),
    SHR_S32(Pipe.INTEGER),
    SHR_U32(Pipe.INTEGER),
    POPC_B32(Pipe.INTEGER),
    CLZ_B32(Pipe.INTEGER),
    BREV_B32(Pipe.INTEGER),
    /** Bits b to b + c - 1 of a, zero-extended. */
    BFE_U32(Pipe.INTEGER),
    /** Bits b to b + c - 1 of a, sign-extended. */
    BFE_S32(Pipe.INTEGER),
    /** b with the low bits of a put in: from bit (c mod 256) on, (c / 256 mod 256) bits. */
    BFI_B32(Pipe.INTEGER),
    /** Position of the highest bit that is not the sign, -1 if there is none; {@link Detail.Find} says from which end it counts. */
    BFIND_S32(Pipe.INTEGER),
    /** Position of the highest bit that is set, -1 if there is none; {@link Detail.Find} says from which end it counts. */
    BFIND_U32(Pipe.INTEGER),
    /** Position in a of the c-th bit set, upwards from bit b on, downwards if c is negative; b itself if c is 0; -1 if there is none. */
    FNS_B32(Pipe.INTEGER),
    /** Four of the eight bytes of a and b, chosen by c as {@link Detail.Permute} says. */
    PRMT_B32(Pipe.INTEGER),
    /** Any logic of three bits, by the table in {@link Detail.Lookup}. */
    LOP3_B32(Pipe.INTEGER),
    /** The upper half of b:a shifted left by c; {@link Detail.Width} says what a distance above 32 does. */
    SHF_LEFT_B32(Pipe.INTEGER),
    /** The lower half of b:a shifted right by c; {@link Detail.Width} says what a distance above 32 does. */
    SHF_RIGHT_B32(Pipe.INTEGER),
    /** The low b bits of a, sign-extended; {@link Detail.Width} says what a width above 32 does. */
    SZEXT_S32(Pipe.INTEGER),
    SZEXT_U32(Pipe.INTEGER),
    /** b bits set from bit a on; {@link Detail.Width} says what positions and widths above 32 do. */
    BMSK_B32(Pipe.INTEGER),
    // 32 to 64 bits
    MUL_WIDE_S32(Pipe.INTEGER_MULTIPLY),
    MUL_WIDE_U32(Pipe.INTEGER_MULTIPLY),
    MAD_WIDE_S32(Pipe.INTEGER_MULTIPLY),
    MAD_WIDE_U32(Pipe.INTEGER_MULTIPLY),
    // 64-bit integers
    ADD_I64(Pipe.INTEGER),
    SUB_I64(Pipe.INTEGER),
    MUL_I64(Pipe.INTEGER_MULTIPLY),
    MAD_I64(Pipe.INTEGER_MULTIPLY),
    MULHI_S64(Pipe.INTEGER_MULTIPLY),
    MULHI_U64(Pipe.INTEGER_MULTIPLY),
    MADHI_S64(Pipe.INTEGER_MULTIPLY),
    MADHI_U64(Pipe.INTEGER_MULTIPLY),
    SAD_S64(Pipe.INTEGER),
    SAD_U64(Pipe.INTEGER),
    DIV_S64(Pipe.SPECIAL_FUNCTION),
    DIV_U64(Pipe.SPECIAL_FUNCTION),
    REM_S64(Pipe.SPECIAL_FUNCTION),
    REM_U64(Pipe.SPECIAL_FUNCTION),
    MIN_S64(Pipe.INTEGER),
    MAX_S64(Pipe.INTEGER),
    MIN_U64(Pipe.INTEGER),
    MAX_U64(Pipe.INTEGER),
    NEG_I64(Pipe.INTEGER),
    ABS_S64(Pipe.INTEGER),
    AND_B64(Pipe.INTEGER),
    OR_B64(Pipe.INTEGER),
    XOR_B64(Pipe.INTEGER),
    NOT_B64(Pipe.INTEGER),
    SHL_B64(Pipe.INTEGER),
    SHR_S64(Pipe.INTEGER),
    SHR_U64(Pipe.INTEGER),
    POPC_B64(Pipe.INTEGER),
    CLZ_B64(Pipe.INTEGER),
    BREV_B64(Pipe.INTEGER),
    BFE_U64(Pipe.INTEGER),
    BFE_S64(Pipe.INTEGER),
    /** As {@link #BFI_B32}; position and width are in a 32-bit c as there. */
    BFI_B64(Pipe.INTEGER),
    BFIND_S64(Pipe.INTEGER),
    BFIND_U64(Pipe.INTEGER),
    // Single precision
    ADD_F32(Pipe.FP32),
    SUB_F32(Pipe.FP32),
    MUL_F32(Pipe.FP32),
    FMA_F32(Pipe.FP32),
    MIN_F32(Pipe.FP32),
    MAX_F32(Pipe.FP32),
    NEG_F32(Pipe.FP32),
    ABS_F32(Pipe.FP32),
    /** The magnitude of b with the sign of a. */
    COPYSIGN_F32(Pipe.FP32),
    DIV_F32(Pipe.SPECIAL_FUNCTION),
    SQRT_F32(Pipe.SPECIAL_FUNCTION),
    RSQRT_F32(Pipe.SPECIAL_FUNCTION),
    RCP_F32(Pipe.SPECIAL_FUNCTION),
    SIN_F32(Pipe.SPECIAL_FUNCTION),
    COS_F32(Pipe.SPECIAL_FUNCTION),
    EX2_F32(Pipe.SPECIAL_FUNCTION),
    LG2_F32(Pipe.SPECIAL_FUNCTION),
    TANH_F32(Pipe.SPECIAL_FUNCTION),
    // Double precision
    ADD_F64(Pipe.FP64),
    SUB_F64(Pipe.FP64),
    MUL_F64(Pipe.FP64),
    FMA_F64(Pipe.FP64),
    MIN_F64(Pipe.FP64),
    MAX_F64(Pipe.FP64),
    NEG_F64(Pipe.FP64),
    ABS_F64(Pipe.FP64),
    COPYSIGN_F64(Pipe.FP64),
    DIV_F64(Pipe.FP64),
    SQRT_F64(Pipe.FP64),
    RSQRT_F64(Pipe.FP64),
    RCP_F64(Pipe.FP64),
    // Half precision and bfloat16, one value or two in a register; sums and products are rounded once
    ADD_F16(Pipe.FP32),
    SUB_F16(Pipe.FP32),
    MUL_F16(Pipe.FP32),
    FMA_F16(Pipe.FP32),
    MIN_F16(Pipe.FP32),
    MAX_F16(Pipe.FP32),
    NEG_F16(Pipe.FP32),
    ABS_F16(Pipe.FP32),
    EX2_F16(Pipe.SPECIAL_FUNCTION),
    TANH_F16(Pipe.SPECIAL_FUNCTION),
    ADD_BF16(Pipe.FP32),
    SUB_BF16(Pipe.FP32),
    MUL_BF16(Pipe.FP32),
    FMA_BF16(Pipe.FP32),
    MIN_BF16(Pipe.FP32),
    MAX_BF16(Pipe.FP32),
    NEG_BF16(Pipe.FP32),
    ABS_BF16(Pipe.FP32),
    EX2_BF16(Pipe.SPECIAL_FUNCTION),
    TANH_BF16(Pipe.SPECIAL_FUNCTION),
    ADD_F16X2(Pipe.FP32),
    SUB_F16X2(Pipe.FP32),
    MUL_F16X2(Pipe.FP32),
    FMA_F16X2(Pipe.FP32),
    MIN_F16X2(Pipe.FP32),
    MAX_F16X2(Pipe.FP32),
    NEG_F16X2(Pipe.FP32),
    ABS_F16X2(Pipe.FP32),
    EX2_F16X2(Pipe.SPECIAL_FUNCTION),
    TANH_F16X2(Pipe.SPECIAL_FUNCTION),
    ADD_BF16X2(Pipe.FP32),
    SUB_BF16X2(Pipe.FP32),
    MUL_BF16X2(Pipe.FP32),
    FMA_BF16X2(Pipe.FP32),
    MIN_BF16X2(Pipe.FP32),
    MAX_BF16X2(Pipe.FP32),
    NEG_BF16X2(Pipe.FP32),
    ABS_BF16X2(Pipe.FP32),
    EX2_BF16X2(Pipe.SPECIAL_FUNCTION),
    TANH_BF16X2(Pipe.SPECIAL_FUNCTION),
    // Conversions
    CVT_S32_TO_S64(Pipe.INTEGER),
    CVT_U32_TO_U64(Pipe.INTEGER),
    CVT_I64_TO_I32(Pipe.INTEGER),
    /** Sign-extends the low 8 bits. */
    CVT_TO_S8(Pipe.INTEGER),
    CVT_TO_U8(Pipe.INTEGER),
    CVT_TO_S16(Pipe.INTEGER),
    CVT_TO_U16(Pipe.INTEGER),
    CVT_S32_TO_F32(Pipe.INTEGER),
    CVT_U32_TO_F32(Pipe.INTEGER),
    CVT_S64_TO_F32(Pipe.INTEGER),
    CVT_U64_TO_F32(Pipe.INTEGER),
    CVT_S32_TO_F64(Pipe.FP64),
    CVT_U32_TO_F64(Pipe.FP64),
    CVT_S64_TO_F64(Pipe.FP64),
    CVT_U64_TO_F64(Pipe.FP64),
    /** Towards zero, saturating; NaN becomes 0. */
    CVT_F32_TO_S32(Pipe.INTEGER),
    CVT_F32_TO_U32(Pipe.INTEGER),
    CVT_F32_TO_S64(Pipe.INTEGER),
    CVT_F32_TO_U64(Pipe.INTEGER),
    CVT_F64_TO_S32(Pipe.FP64),
    CVT_F64_TO_U32(Pipe.FP64),
    CVT_F64_TO_S64(Pipe.FP64),
    CVT_F64_TO_U64(Pipe.FP64),
    CVT_F32_TO_F64(Pipe.FP64),
    CVT_F64_TO_F32(Pipe.FP64),
    /** Any conversion without F64, as {@link Detail.Convert} says. */
    CONVERT(Pipe.INTEGER),
    /** Any conversion from or to F64, as {@link Detail.Convert} says. */
    CONVERT_F64(Pipe.FP64),
    /** Two floats into the halves of a register, a into the upper one, as {@link Detail.Convert} says. */
    CONVERT_PACKED(Pipe.INTEGER),
    // Comparisons: the destination is a predicate
    COMPARE_S32(Pipe.INTEGER),
    COMPARE_U32(Pipe.INTEGER),
    COMPARE_S64(Pipe.INTEGER),
    COMPARE_U64(Pipe.INTEGER),
    COMPARE_F32(Pipe.FP32),
    COMPARE_F64(Pipe.FP64),
    COMPARE_F16(Pipe.FP32),
    COMPARE_BF16(Pipe.FP32),
    /** Whether a is of the kind that {@link Detail.Classify} names. */
    CLASSIFY_F32(Pipe.INTEGER),
    CLASSIFY_F64(Pipe.FP64),
    // Predicates: destination and operands are predicates
    PREDICATE_AND(Pipe.INTEGER),
    PREDICATE_OR(Pipe.INTEGER),
    PREDICATE_XOR(Pipe.INTEGER),
    PREDICATE_NOT(Pipe.INTEGER),
    // Between lanes
    /** a is the value, b the lane or the distance; c, where it is there, is PTX's operand of a clamp and a mask of segments. */
    SHUFFLE(Pipe.SHUFFLE),
    /** Operand a is a predicate. ALL, ANY and UNIFORM write a predicate, BALLOT a register. */
    VOTE(Pipe.INTEGER, false),
    /** Which lanes have the same value of a. */
    MATCH(Pipe.SHUFFLE),
    /** One value made of those of all lanes (PTX's {@code redux}). */
    REDUCE(Pipe.SHUFFLE),
    /** Chooses one lane; the destination is its number. */
    ELECT(Pipe.INTEGER, false),
    // Memory
    LOAD(Pipe.LOAD_STORE),
    STORE(Pipe.LOAD_STORE),
    ATOMIC(Pipe.LOAD_STORE),
    /** Whether the generic address a points into a space: the destination is a predicate. */
    IS_SPACE(Pipe.INTEGER, false),
    // Ordering
    /** {@code __syncthreads} or a numbered barrier. Operands a and b, where they are there, are its number and how many threads take part. */
    BARRIER(Pipe.CONTROL),
    /** The same, and what predicate c was in the threads that took part. */
    BARRIER_REDUCE(Pipe.CONTROL),
    FENCE(Pipe.LOAD_STORE),
    /** Lanes of a warp meet. */
    WARP_SYNC(Pipe.CONTROL),
    // Control
    BRANCH(Pipe.CONTROL),
    CALL(Pipe.CONTROL),
    RETURN(Pipe.CONTROL),
    EXIT(Pipe.CONTROL),
    TRAP(Pipe.CONTROL),
    /** Sleeps for about a number of nanoseconds. */
    NANOSLEEP(Pipe.CONTROL),
    /** A call of the device runtime. */
    DEVICE_CALL(Pipe.CONTROL),
    /** {@code printf}: the result is the number of arguments (rule PRNT-1). */
    PRINT(Pipe.CONTROL),
    /** n times an instruction mix: the time of a loop without its values. */
    BULK(Pipe.FREE);

    private final Pipe pipe;
    private final boolean arithmetic;

    Opcode(Pipe pipe) {
        this(pipe, pipe.computes());
    }

    Opcode(Pipe pipe, boolean arithmetic) {
        this.pipe = pipe;
        this.arithmetic = arithmetic;
    }

    /** The pipe the instruction occupies. */
    public Pipe pipe() {
        return pipe;
    }

    /** Whether it reads and writes nothing but registers and predicates of its own lane. Asked at every issue. */
    public boolean isArithmetic() {
        return arithmetic;
    }

    /** Whether the destination is a predicate; {@link #VOTE} and {@link #BARRIER_REDUCE} aside, where that depends. */
    public boolean writesPredicate() {
        return switch (this) {
            case COMPARE_S32,
                    COMPARE_U32,
                    COMPARE_S64,
                    COMPARE_U64,
                    COMPARE_F32,
                    COMPARE_F64,
                    IS_SPACE,
                    COMPARE_F16,
                    COMPARE_BF16,
                    CLASSIFY_F32,
                    CLASSIFY_F64,
                    PREDICATE_AND,
                    PREDICATE_OR,
                    PREDICATE_XOR,
                    PREDICATE_NOT -> true;
            default -> false;
        };
    }
}
