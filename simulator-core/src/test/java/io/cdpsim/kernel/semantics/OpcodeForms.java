package io.cdpsim.kernel.semantics;

import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Rounding;
import io.cdpsim.kernel.code.ValueType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The forms of the opcodes that only compute, for tests. */
public final class OpcodeForms {
    private static final Modifiers.Arithmetic VARIED = new Modifiers.Arithmetic(Rounding.UP, true, true);

    private OpcodeForms() {}

    /** The opcodes that only compute with registers. */
    public static Stream<Opcode> opcodes() {
        return Arrays.stream(Opcode.values())
                .filter(opcode -> opcode.isArithmetic()
                        && opcode != Opcode.SELECT
                        && !opcode.name().startsWith("PREDICATE_"));
    }

    /** Details that an opcode takes. */
    public static List<Modifiers> details(Opcode opcode) {
        String name = opcode.name();
        List<Modifiers> details = new ArrayList<>();
        if (name.startsWith("COMPARE_")) {
            return List.of(
                    new Modifiers.Compare(Comparison.LESS_OR_UNORDERED), new Modifiers.Compare(Comparison.EQUAL, true));
        }
        if (name.startsWith("CLASSIFY_")) {
            return List.of(
                    new Modifiers.Classify(Modifiers.FloatClass.NORMAL),
                    new Modifiers.Classify(Modifiers.FloatClass.SUBNORMAL));
        }
        switch (opcode) {
            case CONVERT -> details.add(convert(ValueType.U16, ValueType.F32));
            case CONVERT_INTEGRAL -> details.add(convert(ValueType.F32, ValueType.U16));
            case CONVERT_F64 -> details.add(convert(ValueType.F64, ValueType.F16));
            case CONVERT_PACKED -> details.add(convert(ValueType.F32, ValueType.BF16X2));
            case BFIND_S32, BFIND_U32, BFIND_S64, BFIND_U64 -> details.add(new Modifiers.Find(true));
            case PRMT_B32 -> details.add(new Modifiers.Permute(Modifiers.PermuteMode.BACKWARD_4));
            case LOP3_B32 -> details.add(new Modifiers.Lookup(0x6A));
            case SHF_LEFT_B32, SHF_RIGHT_B32, SZEXT_S32, SZEXT_U32, BMSK_B32 -> details.add(new Modifiers.Width(true));
            case DP4A_B32, DP2A_B32 -> details.add(new Modifiers.Dot(false, true, true));
            default -> {
                details.add(Modifiers.NONE);
                boolean isFloat = name.matches(".*_B?F(16|32|64)(X2)?") && !name.startsWith("CVT_");
                if (name.matches("(MIN|MAX)_.*") && isFloat) {
                    details.add(new Modifiers.Extreme(true, false, true));
                } else if (isFloat && !name.matches("COPYSIGN_.*|(NEG|ABS)_F64")) {
                    details.add(VARIED);
                }
            }
        }
        return details;
    }

    private static Modifiers convert(ValueType from, ValueType to) {
        return new Modifiers.Convert(from, to, Rounding.DOWN, false, false, false);
    }
}
