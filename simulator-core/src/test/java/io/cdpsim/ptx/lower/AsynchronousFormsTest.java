package io.cdpsim.ptx.lower;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.read.PtxReader;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** mbarrier objects and bulk copies do what the PTX ISA says, in the time that an H100 takes. */
class AsynchronousFormsTest {
    private static final int WORDS = 1024;
    private static final String HEADER = """
        .version 8.8
        .target sm_90
        .address_size 64
        .visible .entry k(.param .u64 from, .param .u64 to) {
        .reg .b32 %r<20>; .reg .b64 %l<20>; .reg .pred %p<8>;
        .shared .align 8 .b64 bar[4]; .shared .align 128 .b8 buffer[4096];
        ld.param.u64 %l1, [from]; ld.param.u64 %l2, [to];
        mov.u32 %r1, %tid.x; mov.u32 %r2, bar; mov.u32 %r3, buffer; mul.wide.u32 %l3, %r1, 4; add.s64 %l4, %l2, %l3; add.s64 %l5, %l1, %l3;
        setp.eq.u32 %p1, %r1, 0;
        """;

    private Machine machine;
    private Host host;
    private long from;
    private long to;

    @BeforeEach
    void unwatched() {
        machine(false);
    }

    private void machine(boolean isWatched) {
        machine = new Machine(MachineSettings.of(Profiles.load("h100-sxm")).withCheck(isWatched));
        host = machine.host();
        from = host.malloc(4 * WORDS);
        to = host.malloc(4 * WORDS);
        host.memory().write(from, IntStream.range(0, WORDS).map(i -> 3 * i + 1).toArray());
    }

    private String run(int threads, String body) {
        return runModule("", threads, body);
    }

    private String runModule(String variables, int threads, String body) {
        var module = PtxReader.read("k.ptx", HEADER.replace(".visible", variables + ".visible") + body + "\nret; }");
        long global = host.malloc(16);
        host.memory().write(global, new int[] {7, 8, 9, 10});
        Kernel kernel = PtxLowering.kernels(PtxProgram.link(List.of(module)), symbol -> global)
                .get("k");
        host.launch(kernel, LaunchShape.of(1, threads), host.defaultStream(), from, to);
        return host.synchronize().toString();
    }

    private int[] results(int count) {
        return host.memory().readInts(to, count);
    }

    @Test
    void aPhaseCompletesWithItsLastArrivalAndAStateKnowsWhatWasPending() {
        assertThat(run(1, """
            mbarrier.init.shared.b64 [%r2+8], 5;
            mbarrier.arrive.shared.b64 %l6, [%r2+8];
            mbarrier.arrive.release.cta.shared::cta.b64 %l7, [%r2+8], 2;
            mbarrier.pending_count.b64 %r4, %l6; mbarrier.pending_count.b64 %r5, %l7;
            mbarrier.arrive.noComplete.shared.b64 %l8, [%r2+8], 1;
            mbarrier.test_wait.shared.b64 %p2, [%r2+8], %l6; selp.u32 %r6, 1, 0, %p2;
            mbarrier.arrive.shared.b64 _, [%r2+8];
            mbarrier.test_wait.shared.b64 %p2, [%r2+8], %l6; selp.u32 %r7, 1, 0, %p2;
            mbarrier.test_wait.parity.shared.b64 %p2, [%r2+8], 0; selp.u32 %r8, 1, 0, %p2;
            mbarrier.test_wait.parity.shared.b64 %p2, [%r2+8], 1; selp.u32 %r9, 1, 0, %p2;
            mbarrier.arrive.shared.b64 %l7, [%r2+8]; mbarrier.pending_count.b64 %r10, %l7;
            st.global.v4.u32 [%l2], {%r4, %r5, %r6, %r7}; st.global.v2.u32 [%l2+16], {%r8, %r9}; st.global.u32 [%l2+24], %r10;
            """)).isEqualTo("SUCCESS");
        assertThat(results(7)).containsExactly(5, 4, 0, 1, 1, 0, 5);
    }

    @Test
    void anAsynchronousStoreAndAReductionCompleteThePhaseThatExpectsTheirBytes() {
        assertThat(run(1, """
            mbarrier.init.shared.b64 [%r2], 1; mov.u32 %r4, 40;
            st.shared.u32 [%r3+8], %r4;
            mbarrier.arrive.expect_tx.shared.b64 %l6, [%r2], 12;
            mov.u32 %r5, 7; mov.u32 %r6, 9;
            st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.u32 [%r3], {%r5, %r6}, [%r2];
            mbarrier.test_wait.shared.b64 %p2, [%r2], %l6; selp.u32 %r7, 1, 0, %p2;
            red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r3+8], 2, [%r2];
            mbarrier.test_wait.shared.b64 %p2, [%r2], %l6; selp.u32 %r8, 1, 0, %p2;
            ld.shared.v2.u32 {%r9, %r10}, [%r3]; ld.shared.u32 %r11, [%r3+8];
            st.global.v4.u32 [%l2], {%r7, %r8, %r9, %r10}; st.global.u32 [%l2+16], %r11;
            """)).isEqualTo("SUCCESS");
        assertThat(results(5)).containsExactly(0, 1, 7, 9, 42);
    }

    @Test
    void memoryOfAnAllocationIsApartFromTheOneBeforeAndComesBackWithTheStack() {
        assertThat(run(1, """
            stacksave.u64 %l6; alloca.u64 %l7, 20; alloca.u64 %l8, 8, 64;
            st.local.u32 [%l7+16], 5; st.local.u32 [%l8], 6; ld.local.u32 %r4, [%l7+16];
            sub.s64 %l9, %l8, %l7; setp.ge.s64 %p2, %l9, 20; selp.u32 %r5, 1, 0, %p2; and.b64 %l9, %l8, 63; cvt.u32.u64 %r6, %l9;
            stackrestore.u64 %l6; alloca.u64 %l10, 4; sub.s64 %l10, %l10, %l7; cvt.u32.u64 %r7, %l10;
            st.global.v4.u32 [%l2], {%r4, %r5, %r6, %r7};
            """)).isEqualTo("SUCCESS");
        assertThat(results(4)).containsExactly(5, 1, 0, 0);
    }

    @Test
    void aThreadThatDropsIsNotExpectedAgain() {
        assertThat(run(1, """
            mbarrier.init.shared.b64 [%r2], 3;
            mbarrier.arrive_drop.shared.b64 _, [%r2];
            mbarrier.arrive.shared.b64 _, [%r2], 2;
            mbarrier.arrive.shared.b64 %l6, [%r2]; mbarrier.pending_count.b64 %r4, %l6;
            st.global.u32 [%l2], %r4;
            """)).isEqualTo("SUCCESS");
        assertThat(results(1)).containsExactly(2);
    }

    @Test
    void aPhaseWaitsForTheBytesThatItExpects() {
        assertThat(run(1, """
            mbarrier.init.shared.b64 [%r2], 1;
            mbarrier.arrive.expect_tx.shared.b64 %l6, [%r2], 100;
            mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%r2], 60;
            mbarrier.test_wait.shared.b64 %p2, [%r2], %l6; selp.u32 %r4, 1, 0, %p2;
            mbarrier.complete_tx.shared::cluster.b64 [%r2], 40;
            mbarrier.try_wait.shared.b64 %p2, [%r2], %l6; selp.u32 %r5, 1, 0, %p2;
            st.global.v2.u32 [%l2], {%r4, %r5};
            """)).isEqualTo("SUCCESS");
        assertThat(results(2)).containsExactly(0, 1);
    }

    @Test
    void anArrivalBeyondThoseThatThePhaseExpectsIsAFaultThatSaysSo() {
        assertThat(run(
                        2,
                        "@%p1 mbarrier.init.shared.b64 [%r2], 1; bar.sync 0; mbarrier.arrive.shared.b64 _, [%r2], 2;"))
                .isEqualTo("ILLEGAL_INSTRUCTION");
        assertThat(host.faultMessage()).contains("2 arrivals at an mbarrier object whose phase expects 1 more");
    }

    @Test
    void aBulkCopyHasMovedItsBytesOnceItsObjectCompletesAndNotBefore() {
        assertThat(run(256, """
            @!%p1 bra START;
            mbarrier.init.shared.b64 [%r2], 1; st.shared.u32 [%r3], 7;
            mbarrier.arrive.expect_tx.shared.b64 _, [%r2], 1024;
            cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r3], [%l1], 1024, [%r2];
            ld.shared.u32 %r9, [%r3]; st.global.u32 [%l2+2048], %r9;
            START: bar.sync 0;
            WAIT: mbarrier.try_wait.parity.shared.b64 %p2, [%r2], 0; @!%p2 bra WAIT;
            mad.lo.u32 %r4, %r1, 4, %r3; ld.shared.u32 %r5, [%r4]; add.u32 %r5, %r5, 5; st.shared.u32 [%r4], %r5;
            fence.proxy.async.shared::cta; bar.sync 0;
            @!%p1 bra DONE;
            cp.async.bulk.global.shared::cta.bulk_group [%l2], [%r3], 1024;
            cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%l2+3072], [%r3], 16;
            cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; ld.global.u32 %r6, [%l2+4]; st.global.u32 [%l2+2052], %r6;
            DONE:
            """)).isEqualTo("SUCCESS");
        assertThat(results(256))
                .isEqualTo(IntStream.range(0, 256).map(i -> 3 * i + 6).toArray());
        int[] all = results(WORDS);
        assertThat(all[512]).as("before the wait").isEqualTo(7);
        assertThat(all[513]).as("behind the group").isEqualTo(9);
        assertThat(all[769]).as("added to 0").isEqualTo(9);
    }

    @Test
    void variablesOfAModuleAreCopiedByTheirNames() {
        assertThat(runModule(".global .align 16 .b32 source[4] = {7, 8, 9, 10};\n", 1, """
            mbarrier.init.shared.b64 [bar+8], 1;
            mbarrier.arrive.expect_tx.shared.b64 _, [bar+8], 16;
            cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [buffer+32], [source], 16, [bar+8];
            WAIT: mbarrier.try_wait.parity.shared.b64 %p2, [bar+8], 0; @!%p2 bra WAIT;
            cp.async.bulk.global.shared::cta.bulk_group [%l2], [buffer+32], 16;
            cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;
            """))
                .isEqualTo("SUCCESS");
        assertThat(results(4)).containsExactly(7, 8, 9, 10);
    }

    @Test
    void aWarpThatWaitsIssuesNothingUntilAnotherOneArrives() {
        long before = instructions();
        assertThat(run(64, """
            @%p1 mbarrier.init.shared.b64 [%r2], 1; bar.sync 0;
            setp.lt.u32 %p3, %r1, 32; @%p3 bra WAIT;
            nanosleep.u32 3000; st.shared.u32 [%r3], 77; mbarrier.arrive.shared.b64 _, [%r2], 1;
            bra DONE;
            WAIT: mbarrier.try_wait.parity.shared.b64 %p2, [%r2], 0; @!%p2 bra WAIT;
            ld.shared.u32 %r5, [%r3]; st.global.u32 [%l4], %r5;
            DONE:
            """.replace("mbarrier.arrive", "setp.eq.u32 %p4, %r1, 32; @%p4 mbarrier.arrive")))
                .isEqualTo("SUCCESS");
        assertThat(results(32)).containsOnly(77);
        assertThat(instructions() - before).isLessThan(80);
    }

    private long instructions() {
        return host.device().gpu().metrics().warpInstructions();
    }

    @Test
    void lanesThatWaitLetTheOtherLanesOfTheirWarpArrive() {
        assertThat(run(32, """
            @%p1 mbarrier.init.shared.b64 [%r2], 32; bar.sync 0;
            @!%p1 bra OTHERS;
            mbarrier.arrive.shared.b64 %l6, [%r2];
            WAIT: mbarrier.try_wait.shared.b64 %p2, [%r2], %l6; @!%p2 bra WAIT;
            bra DONE;
            OTHERS: mbarrier.arrive.shared.b64 _, [%r2];
            DONE: st.global.u32 [%l4], %r1;
            """)).isEqualTo("SUCCESS");
        assertThat(results(32)).isEqualTo(IntStream.range(0, 32).toArray());
    }

    @Test
    void aBarrierThatNeverCompletesEndsInAReport() {
        assertThatThrownBy(() -> run(64, """
            @%p1 mbarrier.init.shared.b64 [%r2], 65; bar.sync 0;
            mbarrier.arrive.shared.b64 %l6, [%r2];
            WAIT: mov.u64 %l7, %globaltimer; mbarrier.try_wait.shared.b64 %p2, [%r2], %l6; @!%p2 bra WAIT;
            """))
                .isInstanceOf(StuckException.class)
                .hasMessageContaining("2 warps waiting for a phase of an mbarrier object");
    }

    @Test
    void aWaitThatSucceedsOrdersWhatTheThreadsDidThatArrived() {
        String exchange = """
            @%p1 mbarrier.init.shared.b64 [%r2], 64; bar.sync 0;
            st.global.u32 [%l4], %r1;
            mbarrier.arrive.shared.b64 %l6, [%r2];
            WAIT: mbarrier.try_wait.shared.b64 %p2, [%r2], %l6; @!%p2 bra WAIT;
            xor.b32 %r4, %r1, 63; mul.wide.u32 %l7, %r4, 4; add.s64 %l7, %l7, %l2; ld.global.u32 %r5, [%l7];
            st.global.u32 [%l4+2048], %r5;
            """;
        assertThat(races(exchange)).isZero();
        assertThat(races(exchange.replace("mbarrier.arrive.shared", "mbarrier.arrive.relaxed.cta.shared")))
                .isPositive();
        assertThat(races(exchange.replaceAll("WAIT:.*", ""))).isPositive();
    }

    private int races(String body) {
        machine(true);
        run(64, body);
        return machine.visibility().races().size();
    }

    /** Cycles that an H100 takes for 256 rounds of arrival and wait by all threads, and for bulk copies from its L2 and back. */
    @Test
    void barriersAndCopiesTakeTheTimeOfAnH100() {
        assertThat(run(128, """
            @%p1 mbarrier.init.shared.b64 [%r2], 128; bar.sync 0;
            mov.u32 %r7, 0; mov.u32 %r8, %clock;
            ROUND: mbarrier.arrive.shared.b64 %l6, [%r2];
            WAIT: mbarrier.try_wait.shared.b64 %p2, [%r2], %l6; selp.b32 %r10, 1, 0, %p2; setp.eq.s32 %p4, %r10, 0; @%p4 bra WAIT;
            add.u32 %r7, %r7, 1; setp.lt.u32 %p3, %r7, 256; @%p3 bra ROUND;
            mov.u32 %r9, %clock; sub.u32 %r9, %r9, %r8; st.global.u32 [%l2], %r9;
            """)).isEqualTo("SUCCESS");
        assertThat(results(1)[0] / 256.0).isCloseTo(84.8, within(8.0));
        assertThat(run(1, """
            mbarrier.init.shared.b64 [%r2], 1; mov.u32 %r7, 0;
            AGAIN: and.b32 %r10, %r7, 1;
            mov.u32 %r8, %clock;
            mbarrier.arrive.expect_tx.shared.b64 _, [%r2], 4096;
            cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r3], [%l1], 4096, [%r2];
            WAIT: mbarrier.try_wait.parity.shared.b64 %p2, [%r2], %r10; selp.b32 %r11, 1, 0, %p2; setp.eq.s32 %p4, %r11, 0; @%p4 bra WAIT;
            mov.u32 %r9, %clock; sub.u32 %r9, %r9, %r8; st.global.u32 [%l2], %r9;
            mov.u32 %r8, %clock;
            cp.async.bulk.global.shared::cta.bulk_group [%l1], [%r3], 4096; cp.async.bulk.commit_group;
            cp.async.bulk.wait_group.read 0;
            mov.u32 %r9, %clock; sub.u32 %r9, %r9, %r8; st.global.u32 [%l2+4], %r9;
            add.u32 %r7, %r7, 1; setp.lt.u32 %p3, %r7, 3; @%p3 bra AGAIN;
            """)).isEqualTo("SUCCESS");
        assertThat((double) results(2)[0]).isCloseTo(359, within(36.0));
        assertThat((double) results(2)[1]).isCloseTo(170, within(17.0));
    }
}
