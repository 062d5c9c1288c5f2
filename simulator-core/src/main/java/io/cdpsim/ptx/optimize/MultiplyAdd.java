package io.cdpsim.ptx.optimize;

import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.ptx.draft.DraftFunction;
import io.cdpsim.ptx.draft.DraftInstruction;
import io.cdpsim.ptx.draft.Step;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes one instruction of an integer product and the sum that alone reads it, as an address of an element is. */
final class MultiplyAdd {
    private MultiplyAdd() {}

    static void run(DraftFunction function) {
        Definitions definitions = new Definitions(function);
        List<Step> steps = new ArrayList<>();
        for (Step step : function.steps()) {
            steps.add(step instanceof DraftInstruction draft ? fused(draft, definitions) : step);
        }
        function.steps(steps);
    }

    private static DraftInstruction fused(DraftInstruction sum, Definitions definitions) {
        if (sum.modifiers() != Modifiers.NONE) {
            return sum;
        }
        return switch (sum.opcode()) {
            case ADD_I64, ADD_I32 -> {
                DraftInstruction product = product(sum.b(), sum.opcode(), definitions);
                int other = sum.a();
                if (product == null) {
                    product = product(sum.a(), sum.opcode(), definitions);
                    other = sum.b();
                }
                yield product == null ? sum : sum.as(fusion(product.opcode()), product.a(), product.b(), other);
            }
            default -> sum;
        };
    }

    private static @Nullable DraftInstruction product(int operand, Opcode sum, Definitions definitions) {
        if (operand < 0 || definitions.reads(operand) != 1) {
            return null;
        }
        DraftInstruction product = definitions.of(operand);
        if (product == null || !definitions.isSteady(product.a()) || !definitions.isSteady(product.b())) {
            return null;
        }
        boolean fits = product.modifiers() == Modifiers.NONE
                && switch (product.opcode()) {
                    case MUL_WIDE_S32, MUL_WIDE_U32, MUL_I64 -> sum == Opcode.ADD_I64;
                    case MUL_I32 -> sum == Opcode.ADD_I32;
                    default -> false;
                };
        return fits ? product : null;
    }

    private static Opcode fusion(Opcode product) {
        return switch (product) {
            case MUL_WIDE_S32 -> Opcode.MAD_WIDE_S32;
            case MUL_WIDE_U32 -> Opcode.MAD_WIDE_U32;
            case MUL_I64 -> Opcode.MAD_I64;
            default -> Opcode.MAD_I32;
        };
    }
}
