package io.cdpsim.kernel.verification;

import io.cdpsim.kernel.code.Detail;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Rounding;
import io.cdpsim.kernel.code.ValueType;

/** Whether what an instruction that only computes says of itself is something that its opcode takes. */
final class DetailChecks {
    private static final int TABLES = 256;

    private DetailChecks() {}

    /** What is wrong with a detail, empty if nothing is. */
    static String complaint(Opcode opcode, Detail detail) {
        Class<? extends Detail> required = required(opcode);
        if (required != Detail.None.class) {
            return required.isInstance(detail) ? complaintOfContent(opcode, detail) : meant(detail, required);
        }
        if (detail instanceof Detail.None) {
            return "";
        }
        Class<? extends Detail> taken = taken(opcode);
        if (!taken.isInstance(detail)) {
            return taken == Detail.None.class
                    ? "says " + name(detail.getClass()) + " of itself, but has no variants"
                    : meant(detail, taken);
        }
        boolean directs = detail instanceof Detail.Arithmetic arithmetic && arithmetic.rounding() != Rounding.NEAREST;
        return directs && !rounds(opcode) ? "rounds to the nearest only" : "";
    }

    private static String meant(Detail found, Class<? extends Detail> wanted) {
        return "says " + name(found.getClass()) + " of itself, where " + name(wanted) + " is meant";
    }

    private static String name(Class<? extends Detail> detail) {
        return detail.getSimpleName();
    }

    private static Class<? extends Detail> required(Opcode opcode) {
        return switch (opcode) {
            case COMPARE_S32, COMPARE_U32, COMPARE_S64, COMPARE_U64 -> Detail.Compare.class;
            case COMPARE_F32, COMPARE_F64, COMPARE_F16, COMPARE_BF16 -> Detail.Compare.class;
            case CLASSIFY_F32, CLASSIFY_F64 -> Detail.Classify.class;
            case BFIND_S32, BFIND_U32, BFIND_S64, BFIND_U64 -> Detail.Find.class;
            case PRMT_B32 -> Detail.Permute.class;
            case LOP3_B32 -> Detail.Lookup.class;
            case SHF_LEFT_B32, SHF_RIGHT_B32, SZEXT_S32, SZEXT_U32, BMSK_B32 -> Detail.Width.class;
            case DP4A_B32, DP2A_B32 -> Detail.Dot.class;
            case CONVERT, CONVERT_F64, CONVERT_PACKED -> Detail.Convert.class;
            default -> Detail.None.class;
        };
    }

    private static Class<? extends Detail> taken(Opcode opcode) {
        return switch (opcode) {
            case MIN_F32, MAX_F32, MIN_F64, MAX_F64, MIN_F16, MAX_F16, MIN_BF16, MAX_BF16 -> Detail.Extreme.class;
            case MIN_F16X2, MAX_F16X2, MIN_BF16X2, MAX_BF16X2 -> Detail.Extreme.class;
            case NEG_F32, ABS_F32, RSQRT_F32, SIN_F32, COS_F32, EX2_F32, LG2_F32, TANH_F32, RSQRT_F64 ->
                Detail.Arithmetic.class;
            case ADD_F16, SUB_F16, MUL_F16, FMA_F16, NEG_F16, ABS_F16, EX2_F16, TANH_F16 -> Detail.Arithmetic.class;
            case ADD_BF16, SUB_BF16, MUL_BF16, FMA_BF16, NEG_BF16, ABS_BF16, EX2_BF16, TANH_BF16 ->
                Detail.Arithmetic.class;
            case ADD_F16X2, SUB_F16X2, MUL_F16X2, FMA_F16X2, NEG_F16X2, ABS_F16X2, EX2_F16X2, TANH_F16X2 ->
                Detail.Arithmetic.class;
            case ADD_BF16X2, SUB_BF16X2, MUL_BF16X2, FMA_BF16X2, NEG_BF16X2, ABS_BF16X2, EX2_BF16X2, TANH_BF16X2 ->
                Detail.Arithmetic.class;
            default -> rounds(opcode) ? Detail.Arithmetic.class : Detail.None.class;
        };
    }

    private static boolean rounds(Opcode opcode) {
        return switch (opcode) {
            case ADD_F32, SUB_F32, MUL_F32, FMA_F32, DIV_F32, SQRT_F32, RCP_F32 -> true;
            case ADD_F64, SUB_F64, MUL_F64, FMA_F64, DIV_F64, SQRT_F64, RCP_F64 -> true;
            default -> false;
        };
    }

    private static String complaintOfContent(Opcode opcode, Detail detail) {
        if (detail instanceof Detail.Lookup lookup && (lookup.table() < 0 || lookup.table() >= TABLES)) {
            return "has the table " + lookup.table() + "; 0 to " + (TABLES - 1) + " can be";
        }
        if (detail instanceof Detail.Convert convert && !converts(opcode, convert)) {
            return "does not convert " + convert.from() + " to " + convert.to()
                    + (convert.toIntegral() ? " without fraction" : "");
        }
        return "";
    }

    private static boolean converts(Opcode opcode, Detail.Convert convert) {
        ValueType from = convert.from();
        ValueType to = convert.to();
        if (opcode == Opcode.CONVERT_PACKED) {
            return from == ValueType.F32 && isPair(to) && !convert.toIntegral();
        }
        boolean real = from == ValueType.F64 || to == ValueType.F64;
        boolean floats = from.isFloat() && to.isFloat();
        return real == (opcode == Opcode.CONVERT_F64)
                && !isPair(from)
                && !isPair(to)
                && (floats || !convert.toIntegral());
    }

    private static boolean isPair(ValueType type) {
        return type == ValueType.F16X2 || type == ValueType.BF16X2;
    }
}
