package io.cdpsim.kernel.analysis;

import static io.cdpsim.kernel.code.Operand.f32;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.Operand.Register;
import io.cdpsim.kernel.code.ValueType;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

class FreshOperandsTest {
    /** What the multiply-adds of a kernel read that gets nine registers of numbers which nothing is known of. */
    private static List<Integer> multiplyAdds(BiConsumer<KernelBuilder, List<Register>> body) {
        KernelBuilder k = new KernelBuilder("operands");
        body.accept(k, k.registers(ValueType.F32, 9));
        return Arrays.stream(k.build().code())
                .filter(in -> in.opcode() == Opcode.FMA_F32)
                .map(Instruction::freshOperands)
                .toList();
    }

    @Test
    void eachRegisterIsReadOnce() {
        assertThat(multiplyAdds((k, r) -> k.multiplyAddInto(r.get(0), r.get(1), r.get(2), r.get(3))))
                .containsExactly(3);
        assertThat(multiplyAdds((k, r) -> k.multiplyAddInto(r.get(0), r.get(1), r.get(1), r.get(3))))
                .containsExactly(2);
        assertThat(multiplyAdds((k, r) -> k.multiplyAddInto(r.get(0), r.get(1), r.get(2), r.get(2))))
                .containsExactly(2);
        assertThat(multiplyAdds((k, r) -> k.multiplyAddInto(r.get(0), r.get(1), r.get(1), r.get(1))))
                .containsExactly(1);
    }

    @Test
    void constantsAndParametersAreReadElsewhere() {
        assertThat(multiplyAdds((k, r) -> {
                    Register parameter = k.parameter(ValueType.F32);
                    Register constant = k.variable(f32(3));
                    k.multiplyAddInto(r.get(0), r.get(1), f32(2), r.get(3));
                    k.multiplyAddInto(r.get(4), r.get(5), parameter, r.get(6));
                    k.multiplyAddInto(r.get(7), constant, r.get(8), f32(1));
                }))
                .containsExactly(2, 2, 1);
    }

    @Test
    void aRegisterThatIsSetToAConstantAndLaterToSomethingElseIsReadLikeAnyOther() {
        assertThat(multiplyAdds((k, r) -> {
                    Register sum = k.variable(f32(0));
                    k.multiplyAddInto(sum, r.get(1), r.get(2), sum);
                }))
                .containsExactly(3);
    }

    @Test
    void aPlaceKeepsWhatWasReadThere() {
        assertThat(multiplyAdds((k, r) -> {
                    k.multiplyAddInto(r.get(0), r.get(1), r.get(2), r.get(3));
                    k.multiplyAddInto(r.get(4), r.get(5), r.get(2), r.get(6));
                }))
                .containsExactly(3, 2);
    }

    @Test
    void theFactorsOfAProductMayStandEitherWayButNotWhatIsAdded() {
        assertThat(multiplyAdds((k, r) -> {
                    k.multiplyAddInto(r.get(0), r.get(1), r.get(2), r.get(3));
                    k.multiplyAddInto(r.get(4), r.get(2), r.get(5), r.get(6));
                    k.multiplyAddInto(r.get(7), r.get(6), r.get(8), r.get(1));
                }))
                .containsExactly(3, 2, 3);
    }

    @Test
    void whatIsWrittenHasToBeReadAgain() {
        assertThat(multiplyAdds((k, r) -> {
                    k.multiplyAddInto(r.get(3), r.get(1), r.get(2), r.get(3));
                    k.multiplyAddInto(r.get(3), r.get(4), r.get(5), r.get(3));
                }))
                .containsExactly(3, 3);
    }

    @Test
    void aPlaceKeepsARegisterOfEachOfTwoBanks() {
        assertThat(multiplyAdds((k, r) -> {
                    k.multiplyAddInto(r.get(0), r.get(1), r.get(2), r.get(3));
                    k.multiplyAddInto(r.get(8), r.get(4), r.get(4), r.get(3));
                    k.multiplyAddInto(r.get(0), r.get(5), r.get(2), r.get(6));
                }))
                .containsExactly(3, 1, 2);
        assertThat(multiplyAdds((k, r) -> {
                    k.multiplyAddInto(r.get(0), r.get(1), r.get(2), r.get(3));
                    k.multiplyAddInto(r.get(0), r.get(4), r.get(4), f32(0));
                    k.multiplyAddInto(r.get(0), r.get(5), r.get(5), f32(0));
                    k.multiplyAddInto(r.get(0), r.get(6), r.get(2), r.get(7));
                }))
                .containsExactly(3, 1, 1, 3);
    }

    @Test
    void nothingIsKeptAcrossAJumpOrABarrier() {
        assertThat(multiplyAdds((k, r) -> {
                    k.multiplyAddInto(r.get(0), r.get(1), r.get(2), r.get(3));
                    k.ifThen(
                            k.notEqual(r.get(1), f32(0)),
                            () -> k.multiplyAddInto(r.get(0), r.get(1), r.get(2), r.get(3)));
                    k.multiplyAddInto(r.get(0), r.get(1), r.get(2), r.get(3));
                    k.syncThreads();
                    k.multiplyAddInto(r.get(0), r.get(1), r.get(2), r.get(3));
                    k.multiplyAddInto(r.get(0), r.get(1), r.get(2), r.get(3));
                }))
                .containsExactly(3, 3, 3, 3, 0);
    }
}
