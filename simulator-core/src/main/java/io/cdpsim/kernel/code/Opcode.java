package io.cdpsim.kernel.code;

import static io.cdpsim.kernel.code.ModifierKind.CLASSIFICATION;
import static io.cdpsim.kernel.code.ModifierKind.COMPARISON;
import static io.cdpsim.kernel.code.ModifierKind.CONVERSION;
import static io.cdpsim.kernel.code.ModifierKind.DOT;
import static io.cdpsim.kernel.code.ModifierKind.EXTREME;
import static io.cdpsim.kernel.code.ModifierKind.FIND;
import static io.cdpsim.kernel.code.ModifierKind.FLUSHING;
import static io.cdpsim.kernel.code.ModifierKind.LOOKUP;
import static io.cdpsim.kernel.code.ModifierKind.PERMUTE;
import static io.cdpsim.kernel.code.ModifierKind.ROUNDING;
import static io.cdpsim.kernel.code.ModifierKind.WIDTH;
import static io.cdpsim.kernel.code.OperandKind.ANY;
import static io.cdpsim.kernel.code.OperandKind.B32;
import static io.cdpsim.kernel.code.OperandKind.B64;
import static io.cdpsim.kernel.code.OperandKind.F32;
import static io.cdpsim.kernel.code.OperandKind.F64;
import static io.cdpsim.kernel.code.OperandKind.I32;
import static io.cdpsim.kernel.code.OperandKind.I64;
import static io.cdpsim.kernel.code.OperandKind.PREDICATE;
import static io.cdpsim.kernel.code.OperandKind.SAME_WIDTH;
import static io.cdpsim.kernel.code.OperandSignature.binary;
import static io.cdpsim.kernel.code.OperandSignature.operands;
import static io.cdpsim.kernel.code.OperandSignature.ternary;
import static io.cdpsim.kernel.code.OperandSignature.unary;
import static io.cdpsim.kernel.code.Pipe.CONTROL;
import static io.cdpsim.kernel.code.Pipe.FP32;
import static io.cdpsim.kernel.code.Pipe.FP64;
import static io.cdpsim.kernel.code.Pipe.FREE;
import static io.cdpsim.kernel.code.Pipe.INTEGER;
import static io.cdpsim.kernel.code.Pipe.INTEGER_MULTIPLY;
import static io.cdpsim.kernel.code.Pipe.LOAD_STORE;
import static io.cdpsim.kernel.code.Pipe.SPECIAL_FUNCTION;

/**
 * The instruction set, one row an opcode: the pipe it occupies, which class gives its semantics, the kinds of its operands and the
 * modifiers it takes. The verifier, the interpreter and the bytecode compiler follow these rows. Suffixes name the operand type;
 * {@code I32} and {@code I64} serve both signednesses.
 *
 * <p>Operands {@code a}, {@code b}, {@code c} are registers or constants, in the order in which PTX lists them.
 *
 * <p>A row with an {@link Owner} only computes: the method of the opcode's name in camel case, in that class of
 * {@code kernel.semantics}, gives its result. Floating-point opcodes round to the nearest, keep subnormal numbers and do not saturate
 * unless {@link Modifiers.Arithmetic} changes that. Roots, reciprocals and quotients give the exact result, rounded; those called approximate and the
 * transcendental functions give what an H100's function unit gives.
 */
public enum Opcode {
    // Moves
    MOV(INTEGER, Owner.BIT, unary(SAME_WIDTH)),
    /** d = predicate c ? a : b. */
    SELECT(INTEGER, operands(SAME_WIDTH, SAME_WIDTH, SAME_WIDTH, PREDICATE)),
    READ_SPECIAL(INTEGER),
    /** Operand a, if present, is an offset in bytes that is added to the parameter's. */
    LOAD_PARAMETER(FREE),
    /** The address of a kernel, by which a launch can name it. */
    KERNEL_ADDRESS(INTEGER),
    // 32-bit integers
    ADD_I32(INTEGER, Owner.INTEGER, binary(I32)),
    SUB_I32(INTEGER, Owner.INTEGER, binary(I32)),
    MUL_I32(INTEGER_MULTIPLY, Owner.INTEGER, binary(I32)),
    MAD_I32(INTEGER_MULTIPLY, Owner.INTEGER, ternary(I32)),
    MULHI_S32(INTEGER_MULTIPLY, Owner.INTEGER, binary(I32)),
    MULHI_U32(INTEGER_MULTIPLY, Owner.INTEGER, binary(I32)),
    /** The upper half of a * b, plus c. */
    MADHI_S32(INTEGER_MULTIPLY, Owner.INTEGER, ternary(I32)),
    MADHI_U32(INTEGER_MULTIPLY, Owner.INTEGER, ternary(I32)),
    /** Bits 0 to 31 of the product of the low 24 bits of a and b. */
    MUL24_LO_S32(INTEGER_MULTIPLY, Owner.INTEGER, binary(I32)),
    MUL24_LO_U32(INTEGER_MULTIPLY, Owner.INTEGER, binary(I32)),
    /** Bits 16 to 47 of the product of the low 24 bits of a and b. */
    MUL24_HI_S32(INTEGER_MULTIPLY, Owner.INTEGER, binary(I32)),
    MUL24_HI_U32(INTEGER_MULTIPLY, Owner.INTEGER, binary(I32)),
    MAD24_LO_S32(INTEGER_MULTIPLY, Owner.INTEGER, ternary(I32)),
    MAD24_LO_U32(INTEGER_MULTIPLY, Owner.INTEGER, ternary(I32)),
    MAD24_HI_S32(INTEGER_MULTIPLY, Owner.INTEGER, ternary(I32)),
    MAD24_HI_U32(INTEGER_MULTIPLY, Owner.INTEGER, ternary(I32)),
    /** The sum, limited to what 32 bits hold. */
    ADD_SAT_S32(INTEGER, Owner.INTEGER, binary(I32)),
    SUB_SAT_S32(INTEGER, Owner.INTEGER, binary(I32)),
    /** c plus the distance of a and b. */
    SAD_S32(INTEGER, Owner.INTEGER, ternary(I32)),
    SAD_U32(INTEGER, Owner.INTEGER, ternary(I32)),
    /** c plus the dot product of the four bytes of a and b; {@link Modifiers.Dot} has their signs. */
    DP4A_B32(INTEGER_MULTIPLY, Owner.BYTE, ternary(I32), DOT),
    /** c plus the dot product of the two halves of a and two bytes of b; {@link Modifiers.Dot} has their signs and selects the bytes. */
    DP2A_B32(INTEGER_MULTIPLY, Owner.BYTE, ternary(I32), DOT),
    /** Two sums of 16 bits. */
    ADD_I16X2(INTEGER, Owner.BYTE, binary(B32)),
    MIN_S16X2(INTEGER, Owner.BYTE, binary(B32)),
    MAX_S16X2(INTEGER, Owner.BYTE, binary(B32)),
    MIN_U16X2(INTEGER, Owner.BYTE, binary(B32)),
    MAX_U16X2(INTEGER, Owner.BYTE, binary(B32)),
    DIV_S32(SPECIAL_FUNCTION, Owner.INTEGER, binary(I32)),
    DIV_U32(SPECIAL_FUNCTION, Owner.INTEGER, binary(I32)),
    REM_S32(SPECIAL_FUNCTION, Owner.INTEGER, binary(I32)),
    REM_U32(SPECIAL_FUNCTION, Owner.INTEGER, binary(I32)),
    /** A divisor whose reciprocal divisions will use; its value is that of a. */
    DIVISOR_I32(SPECIAL_FUNCTION, Owner.INTEGER, unary(I32)),
    MIN_S32(INTEGER, Owner.INTEGER, binary(I32)),
    MAX_S32(INTEGER, Owner.INTEGER, binary(I32)),
    MIN_U32(INTEGER, Owner.INTEGER, binary(I32)),
    MAX_U32(INTEGER, Owner.INTEGER, binary(I32)),
    NEG_I32(INTEGER, Owner.INTEGER, unary(I32)),
    ABS_S32(INTEGER, Owner.INTEGER, unary(I32)),
    AND_B32(INTEGER, Owner.BIT, binary(B32)),
    OR_B32(INTEGER, Owner.BIT, binary(B32)),
    XOR_B32(INTEGER, Owner.BIT, binary(B32)),
    NOT_B32(INTEGER, Owner.BIT, unary(B32)),
    SHL_B32(INTEGER, Owner.BIT, operands(B32, B32, I32)),
    SHR_S32(INTEGER, Owner.BIT, binary(I32)),
    SHR_U32(INTEGER, Owner.BIT, binary(I32)),
    POPC_B32(SPECIAL_FUNCTION, Owner.BIT, unary(I32, B32)),
    CLZ_B32(SPECIAL_FUNCTION, Owner.BIT, unary(I32, B32)),
    BREV_B32(SPECIAL_FUNCTION, Owner.BIT, unary(B32)),
    /** Bits b to b + c - 1 of a, zero-extended. */
    BFE_U32(INTEGER, Owner.FIELD, ternary(I32)),
    /** Bits b to b + c - 1 of a, sign-extended. */
    BFE_S32(INTEGER, Owner.FIELD, ternary(I32)),
    /** b with the low bits of a put in: from bit (c mod 256) on, (c / 256 mod 256) bits. */
    BFI_B32(INTEGER, Owner.FIELD, operands(B32, B32, B32, I32)),
    /** Position of the highest bit that differs from the sign, or -1; {@link Modifiers.Find} has the counting direction. */
    BFIND_S32(SPECIAL_FUNCTION, Owner.BIT, unary(I32), FIND),
    /** Position of the highest set bit, or -1; {@link Modifiers.Find} has the counting direction. */
    BFIND_U32(SPECIAL_FUNCTION, Owner.BIT, unary(I32), FIND),
    /** Position in a of the c-th set bit, upwards from bit b, downwards if c is negative; b itself if c is 0; otherwise -1. */
    FNS_B32(INTEGER, Owner.BIT, operands(B32, B32, B32, I32)),
    /** Four of the eight bytes of a and b, chosen by c in the mode of {@link Modifiers.Permute}. */
    PRMT_B32(INTEGER, Owner.BYTE, operands(B32, B32, B32, I32), PERMUTE),
    /** Any logic of three bits, by the table in {@link Modifiers.Lookup}. */
    LOP3_B32(INTEGER, Owner.BIT, ternary(B32), LOOKUP),
    /** The upper half of b:a shifted left by c; {@link Modifiers.Width} has the effect of a distance above 32. */
    SHF_LEFT_B32(INTEGER, Owner.BIT, operands(B32, B32, B32, I32), WIDTH),
    /** The lower half of b:a shifted right by c; {@link Modifiers.Width} has the effect of a distance above 32. */
    SHF_RIGHT_B32(INTEGER, Owner.BIT, operands(B32, B32, B32, I32), WIDTH),
    /** The low b bits of a, sign-extended; {@link Modifiers.Width} has the effect of a width above 32. */
    SZEXT_S32(INTEGER, Owner.FIELD, binary(I32), WIDTH),
    SZEXT_U32(INTEGER, Owner.FIELD, binary(I32), WIDTH),
    /** b bits set from bit a on; {@link Modifiers.Width} has the effect of positions and widths above 32. */
    BMSK_B32(INTEGER, Owner.FIELD, binary(I32), WIDTH),
    // 32 to 64 bits
    MUL_WIDE_S32(INTEGER_MULTIPLY, Owner.WIDE, binary(I64, I32)),
    MUL_WIDE_U32(INTEGER_MULTIPLY, Owner.WIDE, binary(I64, I32)),
    MAD_WIDE_S32(INTEGER_MULTIPLY, Owner.WIDE, operands(I64, I32, I32, I64)),
    MAD_WIDE_U32(INTEGER_MULTIPLY, Owner.WIDE, operands(I64, I32, I32, I64)),
    // 64-bit integers
    ADD_I64(INTEGER, Owner.WIDE, binary(I64)),
    SUB_I64(INTEGER, Owner.WIDE, binary(I64)),
    MUL_I64(INTEGER_MULTIPLY, Owner.WIDE, binary(I64)),
    MAD_I64(INTEGER_MULTIPLY, Owner.WIDE, ternary(I64)),
    MULHI_S64(INTEGER_MULTIPLY, Owner.WIDE, binary(I64)),
    MULHI_U64(INTEGER_MULTIPLY, Owner.WIDE, binary(I64)),
    MADHI_S64(INTEGER_MULTIPLY, Owner.WIDE, ternary(I64)),
    MADHI_U64(INTEGER_MULTIPLY, Owner.WIDE, ternary(I64)),
    SAD_S64(INTEGER, Owner.WIDE, ternary(I64)),
    SAD_U64(INTEGER, Owner.WIDE, ternary(I64)),
    DIV_S64(SPECIAL_FUNCTION, Owner.WIDE, binary(I64)),
    DIV_U64(SPECIAL_FUNCTION, Owner.WIDE, binary(I64)),
    REM_S64(SPECIAL_FUNCTION, Owner.WIDE, binary(I64)),
    REM_U64(SPECIAL_FUNCTION, Owner.WIDE, binary(I64)),
    MIN_S64(INTEGER, Owner.WIDE, binary(I64)),
    MAX_S64(INTEGER, Owner.WIDE, binary(I64)),
    MIN_U64(INTEGER, Owner.WIDE, binary(I64)),
    MAX_U64(INTEGER, Owner.WIDE, binary(I64)),
    NEG_I64(INTEGER, Owner.WIDE, unary(I64)),
    ABS_S64(INTEGER, Owner.WIDE, unary(I64)),
    AND_B64(INTEGER, Owner.BIT, binary(B64)),
    OR_B64(INTEGER, Owner.BIT, binary(B64)),
    XOR_B64(INTEGER, Owner.BIT, binary(B64)),
    NOT_B64(INTEGER, Owner.BIT, unary(B64)),
    SHL_B64(INTEGER, Owner.BIT, operands(B64, B64, I32)),
    SHR_S64(INTEGER, Owner.BIT, operands(I64, I64, I32)),
    SHR_U64(INTEGER, Owner.BIT, operands(I64, I64, I32)),
    POPC_B64(SPECIAL_FUNCTION, Owner.BIT, unary(I32, B64)),
    CLZ_B64(SPECIAL_FUNCTION, Owner.BIT, unary(I32, B64)),
    BREV_B64(SPECIAL_FUNCTION, Owner.BIT, unary(B64)),
    BFE_U64(INTEGER, Owner.FIELD, operands(I64, I64, I32, I32)),
    BFE_S64(INTEGER, Owner.FIELD, operands(I64, I64, I32, I32)),
    /** As {@link #BFI_B32}; position and width are in a 32-bit c as there. */
    BFI_B64(INTEGER, Owner.FIELD, operands(B64, B64, B64, I32)),
    BFIND_S64(SPECIAL_FUNCTION, Owner.BIT, unary(I32, I64), FIND),
    BFIND_U64(SPECIAL_FUNCTION, Owner.BIT, unary(I32, I64), FIND),
    // Single precision
    ADD_F32(FP32, Owner.SINGLE, binary(F32), ROUNDING),
    SUB_F32(FP32, Owner.SINGLE, binary(F32), ROUNDING),
    MUL_F32(FP32, Owner.SINGLE, binary(F32), ROUNDING),
    FMA_F32(FP32, Owner.SINGLE, ternary(F32), ROUNDING),
    MIN_F32(INTEGER, Owner.SINGLE, binary(F32), EXTREME),
    MAX_F32(INTEGER, Owner.SINGLE, binary(F32), EXTREME),
    NEG_F32(FP32, Owner.SINGLE, unary(F32), FLUSHING),
    ABS_F32(FP32, Owner.SINGLE, unary(F32), FLUSHING),
    /** The magnitude of b with the sign of a. */
    COPYSIGN_F32(FP32, Owner.SINGLE, binary(F32)),
    DIV_F32(SPECIAL_FUNCTION, Owner.SINGLE, binary(F32), ROUNDING),
    /** a times the approximate reciprocal of b, which counts as 0 where it is subnormal. */
    DIV_APPROX_F32(SPECIAL_FUNCTION, Owner.SINGLE, binary(F32), FLUSHING),
    /** a times the approximate reciprocal of b. */
    DIV_FULL_F32(SPECIAL_FUNCTION, Owner.SINGLE, binary(F32), FLUSHING),
    SQRT_F32(SPECIAL_FUNCTION, Owner.SINGLE, unary(F32), ROUNDING),
    SQRT_APPROX_F32(SPECIAL_FUNCTION, Owner.SINGLE, unary(F32), FLUSHING),
    RSQRT_F32(SPECIAL_FUNCTION, Owner.SINGLE, unary(F32), FLUSHING),
    RCP_F32(SPECIAL_FUNCTION, Owner.SINGLE, unary(F32), ROUNDING),
    RCP_APPROX_F32(SPECIAL_FUNCTION, Owner.SINGLE, unary(F32), FLUSHING),
    SIN_F32(SPECIAL_FUNCTION, Owner.SINGLE, unary(F32), FLUSHING),
    COS_F32(SPECIAL_FUNCTION, Owner.SINGLE, unary(F32), FLUSHING),
    EX2_F32(SPECIAL_FUNCTION, Owner.SINGLE, unary(F32), FLUSHING),
    LG2_F32(SPECIAL_FUNCTION, Owner.SINGLE, unary(F32), FLUSHING),
    TANH_F32(SPECIAL_FUNCTION, Owner.SINGLE, unary(F32), FLUSHING),
    // Double precision
    ADD_F64(FP64, Owner.DOUBLE, binary(F64), ROUNDING),
    SUB_F64(FP64, Owner.DOUBLE, binary(F64), ROUNDING),
    MUL_F64(FP64, Owner.DOUBLE, binary(F64), ROUNDING),
    FMA_F64(FP64, Owner.DOUBLE, ternary(F64), ROUNDING),
    MIN_F64(FP64, Owner.DOUBLE, binary(F64), EXTREME),
    MAX_F64(FP64, Owner.DOUBLE, binary(F64), EXTREME),
    NEG_F64(FP64, Owner.DOUBLE, unary(F64)),
    ABS_F64(FP64, Owner.DOUBLE, unary(F64)),
    COPYSIGN_F64(FP64, Owner.DOUBLE, binary(F64)),
    DIV_F64(FP64, Owner.DOUBLE, binary(F64), ROUNDING),
    SQRT_F64(FP64, Owner.DOUBLE, unary(F64), ROUNDING),
    RSQRT_F64(FP64, Owner.DOUBLE, unary(F64), FLUSHING),
    RCP_F64(FP64, Owner.DOUBLE, unary(F64), ROUNDING),
    RCP_APPROX_F64(SPECIAL_FUNCTION, Owner.DOUBLE, unary(F64), FLUSHING),
    // Half precision and bfloat16, one value or two in a register; sums and products are rounded once
    ADD_F16(FP32, Owner.HALF, binary(B32), FLUSHING),
    SUB_F16(FP32, Owner.HALF, binary(B32), FLUSHING),
    MUL_F16(FP32, Owner.HALF, binary(B32), FLUSHING),
    FMA_F16(FP32, Owner.HALF, ternary(B32), FLUSHING),
    MIN_F16(FP32, Owner.HALF, binary(B32), EXTREME),
    MAX_F16(FP32, Owner.HALF, binary(B32), EXTREME),
    NEG_F16(FP32, Owner.HALF, unary(B32), FLUSHING),
    ABS_F16(FP32, Owner.HALF, unary(B32), FLUSHING),
    EX2_F16(SPECIAL_FUNCTION, Owner.HALF, unary(B32), FLUSHING),
    TANH_F16(SPECIAL_FUNCTION, Owner.HALF, unary(B32), FLUSHING),
    ADD_BF16(FP32, Owner.HALF, binary(B32), FLUSHING),
    SUB_BF16(FP32, Owner.HALF, binary(B32), FLUSHING),
    MUL_BF16(FP32, Owner.HALF, binary(B32), FLUSHING),
    FMA_BF16(FP32, Owner.HALF, ternary(B32), FLUSHING),
    MIN_BF16(FP32, Owner.HALF, binary(B32), EXTREME),
    MAX_BF16(FP32, Owner.HALF, binary(B32), EXTREME),
    NEG_BF16(FP32, Owner.HALF, unary(B32), FLUSHING),
    ABS_BF16(FP32, Owner.HALF, unary(B32), FLUSHING),
    EX2_BF16(SPECIAL_FUNCTION, Owner.HALF, unary(B32), FLUSHING),
    TANH_BF16(SPECIAL_FUNCTION, Owner.HALF, unary(B32), FLUSHING),
    ADD_F16X2(FP32, Owner.PACKED, binary(B32), FLUSHING),
    SUB_F16X2(FP32, Owner.PACKED, binary(B32), FLUSHING),
    MUL_F16X2(FP32, Owner.PACKED, binary(B32), FLUSHING),
    FMA_F16X2(FP32, Owner.PACKED, ternary(B32), FLUSHING),
    MIN_F16X2(FP32, Owner.PACKED, binary(B32), EXTREME),
    MAX_F16X2(FP32, Owner.PACKED, binary(B32), EXTREME),
    NEG_F16X2(FP32, Owner.PACKED, unary(B32), FLUSHING),
    ABS_F16X2(FP32, Owner.PACKED, unary(B32), FLUSHING),
    EX2_F16X2(SPECIAL_FUNCTION, Owner.PACKED, unary(B32), FLUSHING),
    TANH_F16X2(SPECIAL_FUNCTION, Owner.PACKED, unary(B32), FLUSHING),
    ADD_BF16X2(FP32, Owner.PACKED, binary(B32), FLUSHING),
    SUB_BF16X2(FP32, Owner.PACKED, binary(B32), FLUSHING),
    MUL_BF16X2(FP32, Owner.PACKED, binary(B32), FLUSHING),
    FMA_BF16X2(FP32, Owner.PACKED, ternary(B32), FLUSHING),
    MIN_BF16X2(FP32, Owner.PACKED, binary(B32), EXTREME),
    MAX_BF16X2(FP32, Owner.PACKED, binary(B32), EXTREME),
    NEG_BF16X2(FP32, Owner.PACKED, unary(B32), FLUSHING),
    ABS_BF16X2(FP32, Owner.PACKED, unary(B32), FLUSHING),
    EX2_BF16X2(SPECIAL_FUNCTION, Owner.PACKED, unary(B32), FLUSHING),
    TANH_BF16X2(SPECIAL_FUNCTION, Owner.PACKED, unary(B32), FLUSHING),
    // Conversions
    CVT_S32_TO_S64(INTEGER, Owner.CONVERSION, unary(I64, I32)),
    CVT_U32_TO_U64(INTEGER, Owner.CONVERSION, unary(I64, I32)),
    CVT_I64_TO_I32(INTEGER, Owner.CONVERSION, unary(I32, I64)),
    /** Sign-extends the low 8 bits. */
    CVT_TO_S8(INTEGER, Owner.CONVERSION, unary(I32)),
    CVT_TO_U8(INTEGER, Owner.CONVERSION, unary(I32)),
    CVT_TO_S16(INTEGER, Owner.CONVERSION, unary(I32)),
    CVT_TO_U16(INTEGER, Owner.CONVERSION, unary(I32)),
    CVT_S32_TO_F32(INTEGER, Owner.CONVERSION, unary(F32, I32)),
    CVT_U32_TO_F32(INTEGER, Owner.CONVERSION, unary(F32, I32)),
    CVT_S64_TO_F32(SPECIAL_FUNCTION, Owner.CONVERSION, unary(F32, I64)),
    CVT_U64_TO_F32(SPECIAL_FUNCTION, Owner.CONVERSION, unary(F32, I64)),
    CVT_S32_TO_F64(SPECIAL_FUNCTION, Owner.CONVERSION, unary(F64, I32)),
    CVT_U32_TO_F64(SPECIAL_FUNCTION, Owner.CONVERSION, unary(F64, I32)),
    CVT_S64_TO_F64(SPECIAL_FUNCTION, Owner.CONVERSION, unary(F64, I64)),
    CVT_U64_TO_F64(SPECIAL_FUNCTION, Owner.CONVERSION, unary(F64, I64)),
    /** Towards zero, saturating; NaN becomes 0. */
    CVT_F32_TO_S32(SPECIAL_FUNCTION, Owner.CONVERSION, unary(I32, F32)),
    CVT_F32_TO_U32(SPECIAL_FUNCTION, Owner.CONVERSION, unary(I32, F32)),
    CVT_F32_TO_S64(SPECIAL_FUNCTION, Owner.CONVERSION, unary(I64, F32)),
    CVT_F32_TO_U64(SPECIAL_FUNCTION, Owner.CONVERSION, unary(I64, F32)),
    CVT_F64_TO_S32(SPECIAL_FUNCTION, Owner.CONVERSION, unary(I32, F64)),
    CVT_F64_TO_U32(SPECIAL_FUNCTION, Owner.CONVERSION, unary(I32, F64)),
    CVT_F64_TO_S64(SPECIAL_FUNCTION, Owner.CONVERSION, unary(I64, F64)),
    CVT_F64_TO_U64(SPECIAL_FUNCTION, Owner.CONVERSION, unary(I64, F64)),
    CVT_F32_TO_F64(SPECIAL_FUNCTION, Owner.CONVERSION, unary(F64, F32)),
    CVT_F64_TO_F32(SPECIAL_FUNCTION, Owner.CONVERSION, unary(F32, F64)),
    /** To the nearest with 10 fraction bits, away from zero where two are as near; the other 13 are zero. */
    CVT_F32_TO_TF32(INTEGER, Owner.CONVERSION, unary(B32, F32)),
    /** Two floats as numbers of 8 bits, a in the upper byte; to the nearest, limited to the largest, sign-extended from 16 bits. */
    CVT_F32_TO_E4M3X2(INTEGER, Owner.EIGHT_BIT, binary(B32, F32)),
    CVT_F32_TO_E5M2X2(INTEGER, Owner.EIGHT_BIT, binary(B32, F32)),
    CVT_F16X2_TO_E4M3X2(INTEGER, Owner.EIGHT_BIT, unary(B32)),
    CVT_F16X2_TO_E5M2X2(INTEGER, Owner.EIGHT_BIT, unary(B32)),
    /** Two numbers of 8 bits as halves, the upper byte in the upper half. */
    CVT_E4M3X2_TO_F16X2(INTEGER, Owner.EIGHT_BIT, unary(B32)),
    CVT_E5M2X2_TO_F16X2(INTEGER, Owner.EIGHT_BIT, unary(B32)),
    /** Any other conversion without F64; {@link Modifiers.Convert} has its types. */
    CONVERT(INTEGER, Owner.CONVERSION, unary(ANY), CONVERSION),
    /** Any conversion of a floating-point number without F64 that leaves no fraction; {@link Modifiers.Convert} has its types. */
    CONVERT_INTEGRAL(SPECIAL_FUNCTION, Owner.CONVERSION, unary(ANY), CONVERSION),
    /** Any conversion from or to F64; {@link Modifiers.Convert} has its types. */
    CONVERT_F64(SPECIAL_FUNCTION, Owner.CONVERSION, unary(ANY), CONVERSION),
    /** Two floats into the halves of a register, a into the upper one, with the types of {@link Modifiers.Convert}. */
    CONVERT_PACKED(INTEGER, Owner.CONVERSION, binary(B32, F32), CONVERSION),
    // Comparisons: the destination is a predicate
    COMPARE_S32(INTEGER, Owner.COMPARISON, binary(PREDICATE, I32), COMPARISON),
    COMPARE_U32(INTEGER, Owner.COMPARISON, binary(PREDICATE, I32), COMPARISON),
    COMPARE_S64(INTEGER, Owner.COMPARISON, binary(PREDICATE, I64), COMPARISON),
    COMPARE_U64(INTEGER, Owner.COMPARISON, binary(PREDICATE, I64), COMPARISON),
    COMPARE_F32(INTEGER, Owner.COMPARISON, binary(PREDICATE, F32), COMPARISON),
    COMPARE_F64(FP64, Owner.COMPARISON, binary(PREDICATE, F64), COMPARISON),
    COMPARE_F16(FP32, Owner.COMPARISON, binary(PREDICATE, B32), COMPARISON),
    COMPARE_BF16(FP32, Owner.COMPARISON, binary(PREDICATE, B32), COMPARISON),
    /** Whether a is of the kind that {@link Modifiers.Classify} names. */
    CLASSIFY_F32(INTEGER, Owner.COMPARISON, unary(PREDICATE, F32), CLASSIFICATION),
    CLASSIFY_F64(FP64, Owner.COMPARISON, unary(PREDICATE, F64), CLASSIFICATION),
    // Predicates: destination and operands are predicates
    PREDICATE_AND(INTEGER, binary(PREDICATE)),
    PREDICATE_OR(INTEGER, binary(PREDICATE)),
    PREDICATE_XOR(INTEGER, binary(PREDICATE)),
    PREDICATE_NOT(INTEGER, unary(PREDICATE)),
    // Between lanes
    /** a is the value, b the lane or the distance; c, where it is there, is PTX's operand of a clamp and a mask of segments. */
    SHUFFLE(Pipe.SHUFFLE),
    /** Operand a is a predicate. ALL, ANY and UNIFORM write a predicate, BALLOT a register. */
    VOTE(INTEGER),
    /** Which lanes have the same value of a. */
    MATCH(Pipe.SHUFFLE),
    /** Reduces the values of all lanes to one (PTX's {@code redux}). */
    REDUCE(Pipe.SHUFFLE),
    /** Chooses one lane; the destination is its number. */
    ELECT(INTEGER),
    // Matrices of all lanes
    /** {@code mma}: a product of matrices and a sum. */
    MATRIX_MULTIPLY(Pipe.TENSOR),
    /** {@code movmatrix}: transposes a matrix of eight rows of eight halves, two of which a lane holds. */
    MATRIX_TRANSPOSE(Pipe.SHUFFLE),
    /** {@code ldmatrix}. */
    MATRIX_LOAD(LOAD_STORE),
    /** {@code stmatrix}. */
    MATRIX_STORE(LOAD_STORE),
    // Memory
    LOAD(LOAD_STORE),
    STORE(LOAD_STORE),
    ATOMIC(LOAD_STORE),
    /** Whether the generic address a points into a space: the destination is a predicate. */
    IS_SPACE(INTEGER),
    // Ordering
    /** {@code __syncthreads} or a numbered barrier. Operands a and b, if present, are its number and the number of participating threads. */
    BARRIER(CONTROL),
    /** The same, and what predicate c was in the threads that took part. */
    BARRIER_REDUCE(CONTROL),
    FENCE(LOAD_STORE),
    /** Changes the mbarrier object at a by b; the destination, if present, receives its previous state. */
    MBARRIER(LOAD_STORE),
    /** Whether the phase of the mbarrier object at a that b names has completed: the destination is a predicate. c is a time limit in nanoseconds. */
    MBARRIER_WAIT(LOAD_STORE),
    /** Copies c bytes from b to a without waiting for them. */
    BULK_COPY(LOAD_STORE),
    /** Fetches four values from a texture. */
    TEXTURE_FETCH(LOAD_STORE),
    /** Loads from a surface. */
    SURFACE_LOAD(LOAD_STORE),
    /** Stores to a surface. */
    SURFACE_STORE(LOAD_STORE),
    /** Combines a value with one of a surface, without other accesses between. */
    SURFACE_REDUCE(LOAD_STORE),
    /** An attribute of a texture or surface object. */
    TEXTURE_QUERY(LOAD_STORE),
    /** Waits for the grid ahead in the stream, or lets the one behind start. */
    GRID_DEPENDENCY(CONTROL),
    /** Arrives at the barrier of the cluster, or waits there. */
    CLUSTER_BARRIER(CONTROL),
    /** The address of the place a in the shared memory of the block with rank b, or the rank of the block of a. */
    CLUSTER_ADDRESS(INTEGER),
    /** Closes a group of bulk copies, or waits for all but the last groups. */
    BULK_GROUP(CONTROL),
    /** Lanes of a warp meet. */
    WARP_SYNC(CONTROL),
    // Control
    BRANCH(CONTROL),
    CALL(CONTROL),
    RETURN(CONTROL),
    EXIT(CONTROL),
    TRAP(CONTROL),
    /** Sleeps for about a number of nanoseconds. */
    NANOSLEEP(CONTROL),
    /** A call of the device runtime. */
    DEVICE_CALL(CONTROL),
    /** {@code printf}: the result is the number of arguments (rule PRNT-1). */
    PRINT(CONTROL),
    /** n times an instruction mix: the time of a loop without its values. */
    BULK(FREE);

    /** A class of {@code kernel.semantics} with one static method an opcode. */
    public enum Owner {
        BIT,
        BYTE,
        COMPARISON,
        CONVERSION,
        DOUBLE,
        EIGHT_BIT,
        FIELD,
        HALF,
        INTEGER,
        PACKED,
        /** None: the interpreter and the bytecode compiler move choices and predicates themselves. */
        NONE,
        SINGLE,
        WIDE
    }

    private final Pipe pipe;
    private final Owner owner;

    @SuppressWarnings("ImmutableEnumChecker") // a record of enums
    private final OperandSignature signature;

    private final ModifierKind modifiers;
    private final boolean arithmetic;
    private final boolean writesPredicate;

    Opcode(Pipe pipe) {
        this(pipe, OperandSignature.IRREGULAR);
    }

    Opcode(Pipe pipe, OperandSignature signature) {
        this(pipe, Owner.NONE, signature);
    }

    Opcode(Pipe pipe, Owner owner, OperandSignature signature) {
        this(pipe, owner, signature, ModifierKind.NONE);
    }

    Opcode(Pipe pipe, Owner owner, OperandSignature signature, ModifierKind modifiers) {
        this.pipe = pipe;
        this.owner = owner;
        this.signature = signature;
        this.modifiers = modifiers;
        arithmetic = !signature.equals(OperandSignature.IRREGULAR);
        // The destination of VOTE and BARRIER_REDUCE depends on their modifiers.
        writesPredicate =
                signature.destination() == PREDICATE || name().equals("IS_SPACE") || name().equals("MBARRIER_WAIT");
    }

    /** The pipe that the instruction occupies. */
    public Pipe pipe() {
        return pipe;
    }

    /** The class of the method that computes the result; {@link Owner#NONE} if the opcode does more than compute. */
    public Owner owner() {
        return owner;
    }

    /** The operands; {@link OperandSignature#IRREGULAR} if the opcode does more than compute. */
    public OperandSignature signature() {
        return signature;
    }

    /** The modifiers that an opcode that only computes takes. */
    public ModifierKind modifiers() {
        return modifiers;
    }

    /** Whether it reads and writes nothing but registers and predicates of its own lane. The simulator reads this at every issue. */
    public boolean isArithmetic() {
        return arithmetic;
    }

    /** Whether lanes of a warp that get there first wait for others. */
    public boolean meetsOthers() {
        return switch (this) {
            case BARRIER,
                    BARRIER_REDUCE,
                    CLUSTER_BARRIER,
                    WARP_SYNC,
                    SHUFFLE,
                    VOTE,
                    MATCH,
                    REDUCE,
                    ELECT,
                    MATRIX_MULTIPLY,
                    MATRIX_TRANSPOSE,
                    MATRIX_LOAD,
                    MATRIX_STORE -> true;
            default -> false;
        };
    }

    /** Whether it waits for, or acts on, something outside its warp by other means than a load, a store, an atomic or a fence. */
    public boolean actsBeyondWarp() {
        return switch (this) {
            case BARRIER,
                    BARRIER_REDUCE,
                    MBARRIER,
                    MBARRIER_WAIT,
                    BULK_COPY,
                    BULK_GROUP,
                    SURFACE_LOAD,
                    SURFACE_STORE,
                    SURFACE_REDUCE,
                    CLUSTER_BARRIER,
                    GRID_DEPENDENCY,
                    DEVICE_CALL,
                    PRINT,
                    BULK,
                    NANOSLEEP -> true;
            default -> false;
        };
    }

    /** Whether the destination is a predicate; {@link #VOTE} and {@link #BARRIER_REDUCE} aside, where modifiers decide. */
    public boolean writesPredicate() {
        return writesPredicate;
    }
}
