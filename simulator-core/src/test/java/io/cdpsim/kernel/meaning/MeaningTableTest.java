package io.cdpsim.kernel.meaning;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.code.Detail;
import io.cdpsim.kernel.code.Opcode;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
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
    static Stream<Opcode> opcodes() {
        return OpcodeForms.opcodes();
    }

    @ParameterizedTest
    @MethodSource("opcodes")
    void theMethodOfAnOpcodeIsWhatTheTableCalls(Opcode opcode) throws Throwable {
        for (Detail detail : OpcodeForms.details(opcode)) {
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
            MeaningMethod method =
                    MeaningMethod.of(opcode, OpcodeForms.details(opcode).get(0));
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
