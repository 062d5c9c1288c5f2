package io.cdpsim.kernel.meaning;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.code.Comparison;
import io.cdpsim.kernel.code.Detail;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Rounding;
import io.cdpsim.kernel.code.ValueType;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of meanings holds a method for each opcode, and is the same whether one calls the method or asks the table. */
class MeaningTableTest {
    private static final Detail.Arithmetic VARIED = new Detail.Arithmetic(Rounding.UP, true, true);

    static Stream<Opcode> opcodes() {
        return Arrays.stream(Opcode.values())
                .filter(opcode -> opcode.isArithmetic()
                        && opcode != Opcode.SELECT
                        && !opcode.name().startsWith("PREDICATE_"));
    }

    /** Details that an opcode takes. */
    private static List<Detail> details(Opcode opcode) {
        String name = opcode.name();
        List<Detail> details = new ArrayList<>();
        if (name.startsWith("COMPARE_")) {
            return List.of(
                    new Detail.Compare(Comparison.LESS_OR_UNORDERED), new Detail.Compare(Comparison.EQUAL, true));
        }
        if (name.startsWith("CLASSIFY_")) {
            return List.of(
                    new Detail.Classify(Detail.FloatClass.NORMAL), new Detail.Classify(Detail.FloatClass.SUBNORMAL));
        }
        switch (opcode) {
            case CONVERT -> details.add(convert(ValueType.F32, ValueType.U16));
            case CONVERT_F64 -> details.add(convert(ValueType.F64, ValueType.F16));
            case CONVERT_PACKED -> details.add(convert(ValueType.F32, ValueType.BF16X2));
            case BFIND_S32, BFIND_U32, BFIND_S64, BFIND_U64 -> details.add(new Detail.Find(true));
            case PRMT_B32 -> details.add(new Detail.Permute(Detail.PermuteMode.BACKWARD_4));
            case LOP3_B32 -> details.add(new Detail.Lookup(0x6A));
            case SHF_LEFT_B32, SHF_RIGHT_B32, SZEXT_S32, SZEXT_U32, BMSK_B32 -> details.add(new Detail.Width(true));
            case DP4A_B32, DP2A_B32 -> details.add(new Detail.Dot(false, true, true));
            default -> {
                details.add(Detail.NONE);
                boolean isFloat = name.matches(".*_B?F(16|32|64)(X2)?") && !name.startsWith("CVT_");
                if (name.matches("(MIN|MAX)_.*") && isFloat) {
                    details.add(new Detail.Extreme(true, false, true));
                } else if (isFloat && !name.matches("COPYSIGN_.*|(NEG|ABS)_F64")) {
                    details.add(VARIED);
                }
            }
        }
        return details;
    }

    private static Detail convert(ValueType from, ValueType to) {
        return new Detail.Convert(from, to, Rounding.DOWN, false, false, false);
    }

    @ParameterizedTest
    @MethodSource("opcodes")
    void theMethodOfAnOpcodeIsWhatTheTableCalls(Opcode opcode) throws Throwable {
        for (Detail detail : details(opcode)) {
            MeaningMethod method = MeaningMethod.of(opcode, detail);
            MethodType type =
                    MethodType.fromMethodDescriptorString(method.descriptor(), MeaningTableTest.class.getClassLoader());
            MethodHandle handle = MethodHandles.publicLookup().findStatic(method.holder(), method.name(), type);
            SplittableRandom random = new SplittableRandom(opcode.name().hashCode());
            for (int i = 0; i < 200; i++) {
                long[] operands = {operand(random), operand(random), operand(random)};
                List<Object> arguments = new ArrayList<>();
                for (int k = 0; k < method.operands(); k++) {
                    arguments.add(operands[k]);
                }
                if (method.takesModifiers()) {
                    arguments.add(method.modifiers());
                }
                Object called = handle.invokeWithArguments(arguments);
                Object looked = opcode.writesPredicate()
                        ? (Object) Meaning.test(opcode, detail, operands[0], operands[1])
                        : (Object) Meaning.compute(opcode, detail, operands[0], operands[1], operands[2]);
                assertThat(called).isEqualTo(looked);
            }
        }
    }

    /** Words, and wide ones at times. */
    private static long operand(SplittableRandom random) {
        long any = random.nextLong() >> random.nextInt(64);
        return random.nextBoolean() ? (int) any : any;
    }

    @Test
    void everyPublicMethodIsTheMeaningOfAnOpcode() {
        Set<Class<?>> holders = new HashSet<>();
        Set<String> known = new HashSet<>();
        opcodes().forEach(opcode -> {
            MeaningMethod method = MeaningMethod.of(opcode, details(opcode).get(0));
            holders.add(method.holder());
            assertThat(known.add(method.name())).as(method.name()).isTrue();
        });
        for (Class<?> holder : holders) {
            for (Method method : holder.getDeclaredMethods()) {
                if (Modifier.isPublic(method.getModifiers())) {
                    assertThat(known).contains(method.getName());
                }
            }
        }
    }
}
