package io.cdpsim.memory.litmus.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.memory.MemoryOrder;
import io.cdpsim.memory.litmus.LitmusException;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusInstruction.Fence;
import io.cdpsim.memory.litmus.LitmusInstruction.Load;
import io.cdpsim.memory.litmus.LitmusInstruction.Store;
import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusScope;
import io.cdpsim.memory.litmus.MemoryProxy;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Forms that PTX does not have are errors that name the fix, and are accepted leniently; forms that PTX has are read. */
class StrictFormsTest {
    private static final LitmusOperand X = new LitmusOperand.Symbol(0);

    private static LitmusInstruction read(String instruction, boolean lenient) {
        String text = "PTX t\n{ x=0; y=0; t @ texture aliases x; s @ surface aliases x; }\nP0@cta 0,gpu 0;\n"
                + instruction + ";\nexists (x == 0)";
        return LitmusParser.parse("t", text, lenient)
                .threads()
                .get(0)
                .program()
                .statements()
                .get(0)
                .instruction();
    }

    @ParameterizedTest
    @CsvSource({
        "'red.acquire.gpu.add x, 1', write atom to acquire",
        "'red.acq_rel.gpu.add x, 1', write atom to acquire",
        "'red.exch x, 1', write atom",
        "'red.relaxed.gpu.cas x, 0, 1', write atom",
        "'st.weak.gpu x, 1', 'write st.weak, or st.relaxed with the scope'",
        "'ld.weak.cta r0, x', 'write ld.weak, or ld.relaxed with the scope'",
        "'ld.sys r0, x', 'write ld.weak, or ld.relaxed with the scope'",
        "'ld.relaxed r0, x', 'add .cta, .cluster, .gpu or .sys'",
        "'ld.acquire r0, x', 'add .cta, .cluster, .gpu or .sys'",
        "'st.release x, 1', 'add .cta, .cluster, .gpu or .sys'",
        "fence, 'add .cta, .cluster, .gpu or .sys'",
        "fence.sc, 'add .cta, .cluster, .gpu or .sys'",
        "membar, 'add .cta, .gl or .sys'",
        "'st.release.gpu x, y', write &y for its address",
        "'st.weak x, y', write &y for its address",
        "'atom.relaxed.gpu.exch r0, x, y', write &y for its address",
        "'ld.volatile.gpu r0, x', write ld.volatile",
        "'st.volatile.relaxed x, 1', write st.volatile",
        "'ld.mmio.relaxed.gpu r0, x', write ld.mmio.relaxed.sys",
        "'st.mmio x, 1', write st.mmio.relaxed.sys",
        "'mbarrier.arrive.release.gpu r0, x', an mbarrier operation has the scope cta or cluster",
        "'tld.relaxed.gpu r0, t', an access by the texture proxy is weak",
        "'sust.release.gpu s, 1', an access by the surface proxy is weak",
        "'suatom.relaxed.gpu.add r0, s, 1', write sured",
        "'ld.weak r0, t', 'an alias for the texture proxy; access it by that, or name the variable that it aliases'",
        "'ld r0, t', an alias for the texture proxy",
        "'suld.weak r0, t', an alias for the texture proxy",
        "'st.weak s, 1', an alias for the surface proxy",
        "'red.relaxed.gpu.add s, 1', an alias for the surface proxy",
    })
    void aFormThatPtxDoesNotHaveIsAnErrorWithItsFix(String instruction, String fix) {
        assertThatThrownBy(() -> read(instruction, false))
                .isInstanceOf(LitmusException.class)
                .hasMessageStartingWith("t:4:")
                .hasMessageContaining(fix)
                .hasMessageContaining("--lenient");
        assertThat(read(instruction, true)).isNotNull();
    }

    @Test
    void fencesOrderOneWayOrBoth() {
        assertThat(read("fence.acquire.gpu", false))
                .isEqualTo(new Fence(MemoryOrder.ACQUIRE, false, LitmusScope.DEVICE));
        assertThat(read("fence.release.cluster", false))
                .isEqualTo(new Fence(MemoryOrder.RELEASE, false, LitmusScope.CLUSTER));
        assertThat(read("fence.sys", false))
                .isEqualTo(new Fence(MemoryOrder.ACQUIRE_RELEASE, false, LitmusScope.SYSTEM));
    }

    @Test
    void volatileAndMemoryMappedAccessesAreRelaxedAtSystemScope() {
        Load load = new Load(MemoryOrder.RELAXED, LitmusScope.SYSTEM, 0, X);
        Store store = new Store(MemoryOrder.RELAXED, LitmusScope.SYSTEM, X, new LitmusOperand.Immediate(1));
        assertThat(read("ld.volatile r0, x", false)).isEqualTo(load);
        assertThat(read("ld.volatile.global.u32 r0, [x]", false)).isEqualTo(load);
        assertThat(read("ld.mmio.relaxed.sys r0, x", false)).isEqualTo(load);
        assertThat(read("st.volatile x, 1", false)).isEqualTo(store);
        assertThat(read("st.mmio.relaxed.sys x, 1", false)).isEqualTo(store);
    }

    @ParameterizedTest
    @CsvSource({
        "'tld.weak r0, t', TEXTURE",
        "'tld r0, t', TEXTURE",
        "'tld.weak r0, x', TEXTURE",
        "'ld.global.nc.u32 r0, [x]', TEXTURE",
        "'suld.weak r0, s', SURFACE",
        "'cold r0, x', CONSTANT",
        "'ld.const.u32 r0, [x]', CONSTANT",
        "'ld.weak r0, x', GENERIC",
    })
    void theInstructionSaysByWhichProxyItLoads(String instruction, MemoryProxy proxy) {
        assertThat(((Load) read(instruction, false)).proxy()).isEqualTo(proxy);
    }

    @Test
    void aBlockIsAClusterOfItsOwnOrOneThatItNames() {
        String text = "PTX t\n{ x=0; }\nP0@cta 0,cluster 3,gpu 0 | P1@cta 1,gpu 0;\nst.weak x, 1 | ;\nexists (x == 1)";
        assertThat(LitmusParser.parse("t", text).threads().get(0).cluster()).isEqualTo(OptionalInt.of(3));
        assertThat(LitmusParser.parse("t", text).threads().get(1).cluster()).isEmpty();
        assertThatThrownBy(() -> LitmusParser.parse("t", text.replace("cta 1", "cta 0")))
                .hasMessageContaining("block 0 is in two clusters; name the same cluster");
    }
}
