package io.cdpsim.runtime.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelAttributes;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.ParameterLayout;
import io.cdpsim.kernel.code.ParameterLayout.Parameter;
import io.cdpsim.kernel.code.SpecialRegister;
import io.cdpsim.kernel.code.ValueType;
import io.cdpsim.kernel.verification.KernelVerificationException;
import io.cdpsim.runtime.version.CudaError;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Structures as parameters, as PTX declares them, and parameters read at offsets from registers: rule PARM-4. */
class ArrayParameterTest {
    /** {@code .param .b8 c, .param .align 8 .b8 p[20], .param .align 1 .b8 q[3], .param .f32 f}. */
    private static final ParameterLayout LAYOUT = ParameterLayout.ofParameters(List.of(
            Parameter.of(ValueType.U8),
            new Parameter(ValueType.U8, 20, 8),
            new Parameter(ValueType.U8, 3, 1),
            Parameter.of(ValueType.F32)));

    private final CodeLab lab = new CodeLab();

    private Kernel build() {
        return lab.code().build(new KernelAttributes("k", 32, 0, 0, 0, false), LAYOUT);
    }

    private CudaError run(Kernel kernel, byte[] parameters, int threads) {
        var host = lab.machine().host();
        host.launch(kernel, LaunchShape.of(1, threads), host.defaultStream(), parameters);
        return host.synchronize();
    }

    private int read(int offset, ValueType type, int... index) {
        return lab.op(Opcode.LOAD_PARAMETER, new Modifiers.Parameter(offset, type), index);
    }

    private final byte[] bytes = new byte[36];

    private ByteBuffer parameters() {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Test
    void anArrayBeginsAtItsAlignment() {
        assertThat(LAYOUT.offsetsBytes()).containsExactly(0, 8, 28, 32);
        assertThat(LAYOUT.totalBytes()).isEqualTo(36);
    }

    @Test
    void anArrayIsReadByAnyTypeThatLiesInIt() {
        lab.give(0, read(8, ValueType.S64));
        lab.give(1, read(16, ValueType.S32));
        lab.give(2, read(24, ValueType.S16));
        lab.give(3, read(32, ValueType.F32));
        parameters()
                .putLong(8, 0x1122334455667788L)
                .putInt(16, -5)
                .putShort(24, (short) -7)
                .putFloat(32, 2.5f);

        assertThat(run(build(), bytes, 1)).isEqualTo(CudaError.SUCCESS);

        assertThat(lab.given(0, 0)).isEqualTo(0x1122334455667788L);
        assertThat(lab.given(1, 0)).isEqualTo(-5);
        assertThat(lab.given(2, 0)).isEqualTo(-7);
        assertThat(lab.given(3, 0)).isEqualTo(Float.floatToRawIntBits(2.5f));
    }

    @Test
    void eachLaneMayReadAnotherElement() {
        int offset = lab.op(Opcode.SHL_B32, Modifiers.NONE, lab.special(SpecialRegister.THREAD_X), lab.constant(2));
        lab.give(0, read(8, ValueType.S32, offset));
        ByteBuffer buffer = parameters();
        for (int i = 0; i < 5; i++) {
            buffer.putInt(8 + 4 * i, 100 + i);
        }

        assertThat(run(build(), bytes, 5)).isEqualTo(CudaError.SUCCESS);

        for (int i = 0; i < 5; i++) {
            assertThat(lab.given(0, i)).isEqualTo(100 + i);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-9, 26, 1 << 30, 2})
    void anOffsetBesideTheParametersIsAFault(int offset) {
        lab.give(0, read(8, ValueType.S32, lab.op(Opcode.MOV, Modifiers.NONE, lab.constant(offset))));

        assertThat(run(build(), bytes, 1)).isEqualTo(CudaError.ILLEGAL_ADDRESS);

        assertThat(lab.fault()).contains("a parameter at an offset that holds none");
    }

    @Test
    void whatRunsOutOfAnArrayIsRefused() {
        lab.give(0, read(24, ValueType.S64));

        assertThatThrownBy(this::build)
                .isInstanceOf(KernelVerificationException.class)
                .hasMessageContaining("at byte 24, where the kernel has none");
    }

    @Test
    void aKernelWithAnArrayTakesABuffer() {
        Kernel kernel = build();

        assertThatThrownBy(() -> lab.run(kernel, LaunchShape.of(1, 1), 1, 2, 3, 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("parameter 2 of kernel k is an array");
        assertThatThrownBy(() -> run(kernel, new byte[35], 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("takes 36 bytes of parameters, but the launch has 35");
    }
}
