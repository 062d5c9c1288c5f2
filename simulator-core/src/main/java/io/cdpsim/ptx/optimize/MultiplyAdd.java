package io.cdpsim.ptx.optimize;

import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.Arithmetic;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Rounding;
import io.cdpsim.ptx.draft.DraftFunction;
import io.cdpsim.ptx.draft.DraftInstruction;
import io.cdpsim.ptx.draft.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes one instruction of a product and the sum that alone reads it: of integers, as an address of an element is, and of floating-point numbers whose
 * rounding the program leaves open (rulebook O-14).
 */
final class MultiplyAdd {
    private final DraftFunction function;
    private final Definitions definitions;
    /** Where each register was written last, and where the straight-line code began that is read: numbers of steps. */
    private final int[] writtenAt;

    private int straightFrom;
    private final List<Step> steps = new ArrayList<>();

    private MultiplyAdd(DraftFunction function) {
        this.function = function;
        definitions = new Definitions(function);
        writtenAt = new int[function.registers()];
        Arrays.fill(writtenAt, -1);
    }

    static void run(DraftFunction function) {
        new MultiplyAdd(function).write();
    }

    private void write() {
        List<Step> before = function.steps();
        for (int at = 0; at < before.size(); at++) {
            if (before.get(at) instanceof DraftInstruction draft) {
                DraftInstruction fused = fused(draft);
                steps.add(fused.opcode() == draft.opcode() ? fusedFloats(draft) : fused);
                for (int i = 0; i < draft.writes(); i++) {
                    writtenAt[draft.destination() + i] = at;
                }
            } else {
                straightFrom = at;
                steps.add(before.get(at));
            }
        }
        // From here on each result is rounded.
        function.steps(steps.stream()
                .map(step -> step instanceof DraftInstruction draft ? rounded(draft) : step)
                .toList());
    }

    private DraftInstruction fused(DraftInstruction sum) {
        if (sum.modifiers() != Modifiers.NONE) {
            return sum;
        }
        return switch (sum.opcode()) {
            case ADD_I64, ADD_I32 -> {
                DraftInstruction product = product(sum.b(), sum.opcode());
                int other = sum.a();
                if (product == null) {
                    product = product(sum.a(), sum.opcode());
                    other = sum.b();
                }
                yield product == null ? sum : sum.as(fusion(product.opcode()), product.a(), product.b(), other);
            }
            default -> sum;
        };
    }

    private @Nullable DraftInstruction product(int operand, Opcode sum) {
        DraftInstruction product = onlyReader(operand);
        if (product == null) {
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

    /** What computes an operand that nothing else reads, from values that hold until now. */
    private @Nullable DraftInstruction onlyReader(int operand) {
        if (operand < 0 || definitions.reads(operand) != 1) {
            return null;
        }
        DraftInstruction product = definitions.of(operand);
        return product == null || !holds(product.a(), operand) || !holds(product.b(), operand) ? null : product;
    }

    /** Whether a factor of a product has the value that it had there: it has one throughout, or nothing has written it in the straight-line code since. */
    private boolean holds(int factor, int product) {
        return definitions.isSteady(factor)
                || (writtenAt[product] > straightFrom && writtenAt[factor] < writtenAt[product]);
    }

    private static Opcode fusion(Opcode product) {
        return switch (product) {
            case MUL_WIDE_S32 -> Opcode.MAD_WIDE_S32;
            case MUL_WIDE_U32 -> Opcode.MAD_WIDE_U32;
            case MUL_I64 -> Opcode.MAD_I64;
            default -> Opcode.MAD_I32;
        };
    }

    /** A type's product, sum, difference, fused operation and negation. */
    private record Operations(Opcode product, Opcode sum, Opcode difference, Opcode fused, Opcode negation) {
        static final List<Operations> ALL = List.of(
                new Operations(Opcode.MUL_F32, Opcode.ADD_F32, Opcode.SUB_F32, Opcode.FMA_F32, Opcode.NEG_F32),
                new Operations(Opcode.MUL_F64, Opcode.ADD_F64, Opcode.SUB_F64, Opcode.FMA_F64, Opcode.NEG_F64),
                new Operations(Opcode.MUL_F16, Opcode.ADD_F16, Opcode.SUB_F16, Opcode.FMA_F16, Opcode.NEG_F16),
                new Operations(
                        Opcode.MUL_F16X2, Opcode.ADD_F16X2, Opcode.SUB_F16X2, Opcode.FMA_F16X2, Opcode.NEG_F16X2),
                new Operations(Opcode.MUL_BF16, Opcode.ADD_BF16, Opcode.SUB_BF16, Opcode.FMA_BF16, Opcode.NEG_BF16),
                new Operations(
                        Opcode.MUL_BF16X2, Opcode.ADD_BF16X2, Opcode.SUB_BF16X2, Opcode.FMA_BF16X2, Opcode.NEG_BF16X2));

        static @Nullable Operations ofSum(Opcode opcode) {
            return ALL.stream()
                    .filter(each -> each.sum == opcode || each.difference == opcode)
                    .findFirst()
                    .orElse(null);
        }
    }

    private DraftInstruction fusedFloats(DraftInstruction sum) {
        Operations operations = Operations.ofSum(sum.opcode());
        if (operations == null || !(sum.modifiers() instanceof Arithmetic arithmetic) || !arithmetic.mayFuse()) {
            return sum;
        }
        boolean isFirst = true;
        DraftInstruction product = fusible(sum.a(), operations, arithmetic);
        if (product == null) {
            isFirst = false;
            product = fusible(sum.b(), operations, arithmetic);
        }
        if (product == null) {
            return sum;
        }
        int factor = product.a();
        int added = isFirst ? sum.b() : sum.a();
        if (sum.opcode() == operations.difference()) {
            boolean isWide = operations.product() == Opcode.MUL_F64;
            int negated = function.newRegister(isWide);
            steps.add(sum.as(
                            operations.negation(),
                            isFirst ? added : factor,
                            DraftInstruction.NONE,
                            DraftInstruction.NONE)
                    .with(isFirst ? added : factor, DraftInstruction.NONE, DraftInstruction.NONE, Modifiers.NONE)
                    .withDestination(negated));
            factor = isFirst ? factor : negated;
            added = isFirst ? negated : added;
        }
        return sum.as(operations.fused(), factor, product.b(), added);
    }

    private @Nullable DraftInstruction fusible(int operand, Operations operations, Arithmetic sum) {
        DraftInstruction product = onlyReader(operand);
        boolean fits = product != null
                && product.opcode() == operations.product()
                && product.modifiers() instanceof Arithmetic arithmetic
                && arithmetic.mayFuse()
                && !arithmetic.saturates()
                && arithmetic.flushesSubnormals() == sum.flushesSubnormals();
        return fits ? product : null;
    }

    private static DraftInstruction rounded(DraftInstruction draft) {
        if (!(draft.modifiers() instanceof Arithmetic arithmetic) || !arithmetic.mayFuse()) {
            return draft;
        }
        boolean isPlain =
                arithmetic.rounding() == Rounding.NEAREST && !arithmetic.flushesSubnormals() && !arithmetic.saturates();
        Modifiers modifiers = isPlain
                ? Modifiers.NONE
                : new Arithmetic(arithmetic.rounding(), arithmetic.flushesSubnormals(), arithmetic.saturates());
        return draft.with(draft.a(), draft.b(), draft.c(), modifiers);
    }
}
