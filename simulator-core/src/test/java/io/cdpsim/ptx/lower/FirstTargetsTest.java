package io.cdpsim.ptx.lower;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.read.PtxReader;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import java.util.List;
import org.junit.jupiter.api.Test;

/** PTX for the first GPUs, as old modules contain it. */
class FirstTargetsTest {
    private static final String MAD = """
        .version 1.4
        .target sm_10, map_f64_to_f32
        .entry k(.param .u64 to) {
        .reg .u64 %l; .reg .f32 %a, %b;
        ld.param.u64 %l, [to];
        ld.global.f32 %a, [%l]; ld.global.f32 %b, [%l+4];
        mad.f32 %a, %a, %a, %b;
        st.global.f32 [%l+8], %a; exit; }
        """;

    private static float mad(float factor, float summand) {
        Host host = new Machine(MachineSettings.of(Profiles.load("h100-sxm"))).host();
        long to = host.malloc(64);
        host.memory().write(to, Float.floatToRawIntBits(factor), Float.floatToRawIntBits(summand));
        Kernel kernel = PtxLowering.kernels(
                        PtxProgram.link(List.of(PtxReader.read("k.ptx", MAD))), symbol -> 0x7000_0000L)
                .get("k");
        host.launch(kernel, LaunchShape.of(1, 1), host.defaultStream(), to);
        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
        return Float.intBitsToFloat(host.memory().readInts(to, 3)[2]);
    }

    /** The square of 1 + 2^-12 has a last bit that a product of its own would lose. */
    @Test
    void aMadWithoutARoundingIsFused() {
        assertThat(mad(1 + 0x1p-12f, -1)).isEqualTo(0x1p-11f + 0x1p-24f);
    }

    @Test
    void aMadWithoutARoundingFlushesSubnormals() {
        assertThat(mad(0, 0x1p-140f)).isZero();
    }
}
