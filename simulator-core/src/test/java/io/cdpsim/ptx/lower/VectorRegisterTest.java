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

/** Vector registers named as a whole, and elements in braces (PTX ISA, operands: vectors). */
class VectorRegisterTest {
    private static final String HEADER = """
        .version 8.8
        .target sm_90
        .address_size 64
        .visible .entry k(.param .u64 to) {
        .reg .b32 %r<9>; .reg .b64 %l<3>; .reg .b16 %h<5>;
        .reg .v2 .u32 pair; .reg .v4 .u32 four; .reg .v2 .b16 halves;
        ld.param.u64 %l1, [to];
        """;

    private static int[] results(String body, int... before) {
        Host host = new Machine(MachineSettings.of(Profiles.load("h100-sxm"))).host();
        long to = host.malloc(64);
        host.memory().write(to, before);
        Kernel kernel = PtxLowering.kernels(
                        PtxProgram.link(List.of(PtxReader.read("k.ptx", HEADER + body + "ret; }"))),
                        symbol -> 0x7000_0000L)
                .get("k");
        host.launch(kernel, LaunchShape.of(1, 1), host.defaultStream(), to);
        assertThat(host.synchronize()).isEqualTo(CudaError.SUCCESS);
        return host.memory().readInts(to, 4);
    }

    @Test
    void aLoadFillsAndAStoreWritesAllElements() {
        assertThat(results(
                        "ld.global.v2.u32 pair, [%l1]; add.u32 pair.x, pair.x, pair.y; st.global.v2.u32 [%l1+8], pair;",
                        5, 7))
                .containsExactly(5, 7, 12, 7);
        assertThat(results(
                        "ld.global.v4.u32 four, [%l1]; mov.v4.u32 {four.y, four.x, four.w, four.z}, four;"
                                + " st.global.v4.u32 [%l1], four;",
                        1, 2, 3, 4))
                .containsExactly(2, 1, 4, 3);
    }

    @Test
    void aMovePacksAndUnpacks() {
        assertThat(results("""
            mov.b64 pair, 0x0000000700000005; mov.b64 %l2, pair; st.global.u64 [%l1], %l2;
            mov.b32 halves, 0x00020001; st.global.b16 [%l1+8], halves.y; st.global.b16 [%l1+10], halves.x;
            mov.b32 %r1, halves; st.global.b32 [%l1+12], %r1;
            """)).containsExactly(5, 7, 0x10002, 0x20001);
    }

    /** A rotation reads each register that it also writes. */
    @Test
    void aMoveOfElementsReadsAllBeforeItWritesOne() {
        assertThat(results("""
            ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%l1];
            mov.v4.u32 {%r2, %r3, %r4, %r1}, {%r1, %r2, %r3, %r4};
            st.global.v4.u32 [%l1], {%r1, %r2, %r3, %r4};
            """, 1, 2, 3, 4)).containsExactly(4, 1, 2, 3);
    }
}
