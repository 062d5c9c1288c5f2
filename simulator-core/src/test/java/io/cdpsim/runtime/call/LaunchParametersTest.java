package io.cdpsim.runtime.call;

import static io.cdpsim.kernel.builder.DeviceRuntimeCalls.NULL_STREAM;
import static io.cdpsim.kernel.code.Operand.s32;
import static io.cdpsim.kernel.code.Operand.u32;
import static io.cdpsim.kernel.code.Operand.u64;
import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.builder.CodeEmitter;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.kernel.code.KernelAttributes;
import io.cdpsim.kernel.code.KernelReference;
import io.cdpsim.kernel.code.Operand;
import io.cdpsim.kernel.code.ParameterLayout;
import io.cdpsim.kernel.code.ValueType;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parameters of launches by device code (rules PARM-1 to PARM-5). */
class LaunchParametersTest {
    private final ParentLab lab = ParentLab.on("h200");

    private static KernelReference reference(KernelBuilder k) {
        return KernelReference.to(k.build());
    }

    /** Rule PARM-3. */
    @ParameterizedTest
    @CsvSource({"4096, 0", "4097, 701"})
    void aLaunchByTheDeviceHas4096BytesOfParameters(int bytes, int error) {
        Kernel wide = new CodeEmitter()
                .build(
                        new KernelAttributes("wide", 32, 0, 0, 0, false),
                        ParameterLayout.ofParameters(List.of(new ParameterLayout.Parameter(ValueType.U8, bytes, 1))));
        lab.run(1, 1, k -> {
            Operand buffer = k.device().getParameterBuffer(u64(64), u64(4_096));
            lab.keep(
                    k,
                    0,
                    k.device().launchDevice(KernelReference.to(wide), buffer, u32(1), u32(1), u32(0), NULL_STREAM));
        });

        assertThat(lab.kept(1)).containsExactly(error);
    }

    /** Rules PARM-1 to PARM-3. */
    @Test
    void aParameterBufferIsAlignedAndMayBeLargerThanALaunchTakes() {
        lab.run(1, 1, k -> {
            int at = 0;
            for (long bytes : new long[] {0, 1, 4_096, 4_097, -1}) {
                Operand buffer = k.device().getParameterBuffer(u64(1), u64(bytes));
                Operand unaligned = k.select(k.equal(k.and(buffer, u64(63)), u64(0)), s32(0), s32(1));
                lab.keep(k, at++, k.select(k.equal(buffer, u64(0)), s32(-1), unaligned));
            }
        });

        assertThat(lab.kept(5)).containsExactly(0, 0, 0, 0, -1);
    }

    /** Rule PARM-2: as many as are wanted, none of them beneath another. */
    @Test
    void parameterBuffersDoNotOverlap() {
        lab.run(1, 32, k -> lab.keepOfEach(k, 0, k.device().getParameterBuffer(u64(64), u64(4_096))));

        int[] buffers = lab.kept(32);
        Arrays.sort(buffers);
        for (int i = 1; i < buffers.length; i++) {
            assertThat(buffers[i] - buffers[i - 1]).isGreaterThanOrEqualTo(4_096);
        }
    }

    /** Rules PARM-4 and PARM-5: of every size, as they were at the launch, however late the child reads them. */
    @Test
    void parametersAreThoseOfTheLaunch() {
        KernelBuilder child = new KernelBuilder("child");
        Operand.Register one = child.parameter(ValueType.U8);
        Operand.Register two = child.parameter(ValueType.U16);
        Operand.Register four = child.parameter(ValueType.S32);
        Operand.Register eight = child.parameter(ValueType.S64);
        child.nanosleep(u32(ParentLab.LONG));
        lab.keep(child, 0, one);
        lab.keep(child, 1, two);
        lab.keep(child, 2, four);
        child.memory().store(ValueType.S64, lab.word(4), eight);
        KernelReference reference = reference(child);
        lab.run(1, 1, k -> {
            Operand.Register value = k.variable(s32(-70_000));
            k.device().launch(reference, u32(1), u32(1), NULL_STREAM, u32(250), u32(65_000), value, u64(7L << 35));
            k.assign(value, s32(1));
        });

        int[] kept = lab.kept(6);
        assertThat(kept).startsWith(250, 65_000, -70_000);
        assertThat(kept[5]).isEqualTo(7 << 3);
        assertThat(kept[4]).isZero();
    }
}
