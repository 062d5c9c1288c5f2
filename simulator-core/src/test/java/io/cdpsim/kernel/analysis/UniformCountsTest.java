package io.cdpsim.kernel.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.ValueType;
import java.util.Arrays;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** For which counts of bits the SASS of ptxas 13.0 for compute capability 9.0 has UPOPC, not POPC. */
class UniformCountsTest {
    private static boolean isUniform(Function<KernelBuilder, Operand> number) {
        KernelBuilder k = new KernelBuilder("k");
        Operand.Register counted = k.variable(Operand.u32(0));
        k.compute(counted, Opcode.POPC_B32, number.apply(k));
        return Arrays.stream(k.build().code())
                .filter(in -> in.opcode() == Opcode.POPC_B32)
                .findAny()
                .orElseThrow()
                .hasShortForm();
    }

    @Test
    void aParameterIsOneNumberForAllThreads() {
        assertThat(isUniform(k -> k.parameter(ValueType.U32))).isTrue();
        assertThat(isUniform(k -> k.add(k.parameter(ValueType.U32), Operand.u32(3))))
                .isTrue();
    }

    @Test
    void whatDependsOnTheThreadIsNot() {
        assertThat(isUniform(KernelBuilder::threadX)).isFalse();
        assertThat(isUniform(k -> k.add(k.parameter(ValueType.U32), k.threadX())))
                .isFalse();
    }
}
