package io.cdpsim.kernel.code;

import static io.cdpsim.kernel.code.ValueType.F32;
import static io.cdpsim.kernel.code.ValueType.F64;
import static io.cdpsim.kernel.code.ValueType.S16;
import static io.cdpsim.kernel.code.ValueType.S32;
import static io.cdpsim.kernel.code.ValueType.S8;
import static io.cdpsim.kernel.code.ValueType.U64;
import static io.cdpsim.kernel.code.ValueType.U8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.cdpsim.kernel.builder.KernelBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rule PARM-4. */
class ParameterLayoutTest {
    static Stream<Arguments> layouts() {
        return Stream.of(
                arguments(List.of(S8, S32, F64), List.of(0, 4, 8), 16),
                arguments(List.of(S32, F64, S8), List.of(0, 8, 16), 17),
                arguments(List.of(S8, S8, S16), List.of(0, 1, 2), 4),
                arguments(List.of(), List.of(), 0),
                arguments(List.of(U64), List.of(0), 8),
                arguments(List.of(U8, U64, U8, F32), List.of(0, 8, 16, 20), 24));
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void eachParameterIsAtTheNextMultipleOfItsSize(List<ValueType> types, List<Integer> offsets, int totalBytes) {
        ParameterLayout layout = ParameterLayout.of(types);

        assertThat(layout.offsetsBytes()).isEqualTo(offsets);
        assertThat(layout.totalBytes()).isEqualTo(totalBytes);
        assertThat(layout.types()).isEqualTo(types);
        assertThat(layout.count()).isEqualTo(types.size());
    }

    @Test
    void noSmallerOffsetWouldDo() {
        SplittableRandom random = new SplittableRandom(4);
        List<ValueType> all = List.of(ValueType.values());
        for (int round = 0; round < 300; round++) {
            List<ValueType> types = new ArrayList<>();
            for (int i = random.nextInt(12); i >= 0; i--) {
                types.add(all.get(random.nextInt(all.size())));
            }
            ParameterLayout layout = ParameterLayout.of(types);
            int end = 0;
            for (int i = 0; i < types.size(); i++) {
                int offset = layout.offsetsBytes().get(i);
                int bytes = types.get(i).bytes();
                assertThat(offset % bytes).isZero();
                assertThat(offset).isGreaterThanOrEqualTo(end).isLessThan(end + bytes);
                end = offset + bytes;
            }
            assertThat(layout.totalBytes()).isEqualTo(end);
        }
    }

    @Test
    void aBuilderReadsItsParametersWhereTheLayoutPutsThem() {
        KernelBuilder builder = new KernelBuilder("k");
        builder.parameter(S8);
        builder.parameter(S32);
        builder.parameter(F64);
        Kernel kernel = builder.build();

        assertThat(kernel.parameters()).isEqualTo(ParameterLayout.of(List.of(S8, S32, F64)));
        for (int i = 0; i < 3; i++) {
            Modifiers.Parameter parameter = (Modifiers.Parameter) kernel.code()[i].modifiers();
            assertThat(parameter.offsetBytes())
                    .isEqualTo(kernel.parameters().offsetsBytes().get(i));
            assertThat(parameter.type()).isEqualTo(kernel.parameters().types().get(i));
        }
    }
}
