package io.cdpsim.kernel.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.code.Modifiers;
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
class SemanticsTableTest {
    static Stream<Opcode> opcodes() {
        return OpcodeForms.opcodes();
    }

    @ParameterizedTest
    @MethodSource("opcodes")
    void theMethodOfAnOpcodeIsWhatTheTableCalls(Opcode opcode) throws Throwable {
        for (Modifiers modifiers : OpcodeForms.details(opcode)) {
            SemanticsMethod method = SemanticsMethod.of(opcode, modifiers);
            MethodType type = MethodType.fromMethodDescriptorString(
                    method.descriptor(), SemanticsTableTest.class.getClassLoader());
            MethodHandle handle = MethodHandles.publicLookup().findStatic(method.owner(), method.name(), type);
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
                        ? (Object) Semantics.test(opcode, modifiers, operands[0], operands[1])
                        : (Object) Semantics.compute(opcode, modifiers, operands[0], operands[1], operands[2]);
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
    void everyPublicMethodIsTheSemanticsOfAnOpcode() {
        Set<Class<?>> holders = new HashSet<>();
        Set<String> known = new HashSet<>();
        opcodes().forEach(opcode -> {
            SemanticsMethod method =
                    SemanticsMethod.of(opcode, OpcodeForms.details(opcode).get(0));
            holders.add(method.owner());
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
