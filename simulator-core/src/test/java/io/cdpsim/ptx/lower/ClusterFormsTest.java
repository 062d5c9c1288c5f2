package io.cdpsim.ptx.lower;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.code.ClusterShape;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.ptx.link.PtxProgram;
import io.cdpsim.ptx.read.PtxReader;
import io.cdpsim.runtime.Machine;
import io.cdpsim.runtime.host.Host;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Blocks of a cluster run at once, reach each other's shared memory and wait for each other, as an H100 does. */
class ClusterFormsTest {
    private static final GpuProfile H100 = Profiles.load("h100-sxm");
    private static final String HEADER = """
        .version 8.8
        .target sm_90
        .address_size 64
        .visible .entry k(.param .u64 to) DIRECTIVES {
        .reg .b32 %r<20>; .reg .b64 %l<20>; .reg .pred %p<8>;
        .shared .align 8 .b64 bar; .shared .align 4 .b32 word;
        ld.param.u64 %l2, [to];
        mov.u32 %r1, %tid.x; mov.u32 %r2, bar; mov.u32 %r3, word; mov.u32 %r4, %ctaid.x;
        mul.wide.u32 %l3, %r4, 4; add.s64 %l4, %l2, %l3; setp.eq.u32 %p1, %r1, 0;
        mov.u32 %r5, %cluster_ctarank; xor.b32 %r6, %r5, 1;
        """;
    private static final String SYNC = "barrier.cluster.arrive; barrier.cluster.wait;\n";
    private static final String NEIGHBOUR = "add.u32 %r7, %r5, 40; @%p1 st.shared.u32 [%r3], %r7;\n" + SYNC
            + "mapa.shared::cluster.u32 %r8, %r3, %r6; @%p1 ld.shared::cluster.u32 %r9, [%r8]; @%p1 st.global.u32"
            + " [%l4], %r9;\n";

    private Machine machine;
    private Host host;
    private long to;

    @BeforeEach
    void unwatched() {
        machine(false);
    }

    private void machine(boolean isWatched) {
        machine = new Machine(MachineSettings.of(H100).withCheck(isWatched));
        host = machine.host();
        to = host.malloc(4096);
    }

    private String run(String directives, LaunchShape shape, String body) {
        var module = PtxReader.read("k.ptx", HEADER.replace("DIRECTIVES", directives) + body + "\nret; }");
        Kernel kernel = PtxLowering.kernels(PtxProgram.link(List.of(module)), symbol -> 0x7000_0000L)
                .get("k");
        host.launch(kernel, shape, host.defaultStream(), to);
        return host.synchronize().toString();
    }

    private static LaunchShape shape(long blocks, int threads, long clusterBlocks) {
        return LaunchShape.of(blocks, threads).in(new ClusterShape(clusterBlocks, 1, 1, true));
    }

    private int[] results(int count) {
        return host.memory().readInts(to, count);
    }

    @Test
    void aBlockReadsWhatItsNeighbourWroteBeforeTheirBarrier() {
        assertThat(run(".explicitcluster .reqnctapercluster 2, 1, 1", LaunchShape.of(4, 64), NEIGHBOUR + SYNC))
                .isEqualTo("SUCCESS");
        assertThat(results(4)).containsExactly(41, 40, 41, 40);
    }

    @Test
    void registersSayWhereABlockIsInItsClusterAndWhereThatIsInTheGrid() {
        LaunchShape shape = new LaunchShape(4, 4, 1, 32, 1, 1, 0, new ClusterShape(2, 2, 1, true));
        assertThat(run("", shape, """
            mov.u32 %r10, %ctaid.y; mov.u32 %r11, %nctaid.x; mad.lo.u32 %r12, %r10, %r11, %r4;
            mul.wide.u32 %l5, %r12, 4; add.s64 %l5, %l5, %l2;
            mov.u32 %r13, %cluster_ctaid.x; mov.u32 %r14, %cluster_ctaid.y; mov.u32 %r15, %clusterid.x; mov.u32 %r16, %clusterid.y;
            mov.u32 %r17, %cluster_nctarank; mov.pred %p2, %is_explicit_cluster; selp.u32 %r18, 1, 0, %p2;
            mad.lo.u32 %r13, %r13, 10, %r14; mad.lo.u32 %r13, %r13, 10, %r15; mad.lo.u32 %r13, %r13, 10, %r16;
            mad.lo.u32 %r13, %r13, 10, %r5; mad.lo.u32 %r13, %r13, 10, %r17; mad.lo.u32 %r13, %r13, 10, %r18;
            @%p1 st.global.u32 [%l5], %r13;
            """)).isEqualTo("SUCCESS");
        int[] seen = results(16);
        for (int y = 0; y < 4; y++) {
            for (int x = 0; x < 4; x++) {
                int digits = 0;
                for (int digit : new int[] {x % 2, y % 2, x / 2, y / 2, x % 2 + 2 * (y % 2), 4, 1}) {
                    digits = 10 * digits + digit;
                }
                assertThat(seen[4 * y + x]).as(x + ", " + y).isEqualTo(digits);
            }
        }
    }

    @Test
    void aBlockArrivesAtTheMbarrierObjectOfItsNeighbour() {
        assertThat(run("", shape(2, 32, 2), """
            @%p1 mbarrier.init.shared.b64 [%r2], 1;
            """ + SYNC + """
            mapa.shared::cluster.u32 %r8, %r2, %r6; mapa.shared::cluster.u32 %r9, %r3, %r6; getctarank.shared::cluster.u32 %r10, %r8;
            add.u32 %r11, %r5, 50; @%p1 st.shared::cluster.u32 [%r9], %r11;
            @%p1 mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r8];
            WAIT: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [%r2], 0; @!%p2 bra WAIT;
            ld.shared.u32 %r12, [%r3]; mad.lo.u32 %r12, %r12, 10, %r10; @%p1 st.global.u32 [%l4], %r12;
            """ + SYNC)).isEqualTo("SUCCESS");
        assertThat(results(2)).containsExactly(511, 500);
    }

    /** Rule C-1. */
    @Test
    void aClusterThatIsTooLargeOrDoesNotDivideTheGridIsRefused() {
        for (long size : new long[] {1, 2, 3, 6, 8}) {
            assertThat(run("", shape(2 * size, 32, size), "")).isEqualTo("SUCCESS");
        }
        for (LaunchShape refused : List.of(shape(16, 32, 16), shape(5, 32, 2), shape(18, 32, 9))) {
            assertThatThrownBy(() -> run("", refused, ""))
                    .isInstanceOfSatisfying(
                            CudaException.class, e -> assertThat(e.error()).isEqualTo(CudaError.INVALID_CLUSTER_SIZE))
                    .hasMessageContaining("rule C-1");
        }
    }

    /** What cudaOccupancyMaxActiveClusters answers on an H100 for clusters of 1 to 16 blocks, one block an SM and two. */
    @Test
    void asManyClustersAreResidentAsOnAnH100() {
        int[] one = {132, 66, 39, 30, 22, 17, 15, 15, 9, 7, 7, 7, 7, 7, 7, 7};
        int[] two = {264, 132, 79, 62, 47, 39, 32, 30, 23, 21, 16, 16, 14, 14, 14, 14};
        for (int size = 1; size <= 16; size++) {
            assertThat(H100.cluster().resident(size, 1)).as("%d", size).isEqualTo(one[size - 1]);
            assertThat(H100.cluster().resident(size, 2)).as("%d", size).isEqualTo(two[size - 1]);
        }
    }

    @Test
    void anAccessToABlockThatHasEndedIsALaunchFailureThatSaysSo() {
        assertThat(run("", shape(2, 32, 2), SYNC + """
            setp.eq.u32 %p3, %r5, 1; @%p3 exit;
            nanosleep.u32 5000; mapa.shared::cluster.u32 %r8, %r3, 1; ld.shared::cluster.u32 %r9, [%r8]; st.global.u32 [%l4], %r9;
            """)).isEqualTo("LAUNCH_FAILURE");
        assertThat(host.faultMessage()).contains("the block with rank 1 of the cluster, which has ended");
    }

    /** Rule C-5: that the access came in time is chance. */
    @Test
    void aBlockThatMayEndBeforeItsNeighbourReadsIsFound() {
        assertThat(findings(NEIGHBOUR)).isEqualTo(1);
        assertThat(findings(NEIGHBOUR + SYNC)).isZero();
    }

    private int findings(String body) {
        machine(true);
        assertThat(run("", shape(2, 32, 2), body)).isEqualTo("SUCCESS");
        return machine.visibility().misuses().size();
    }

    @Test
    void theBarrierOfAClusterOrdersGlobalAccesses() {
        String exchange = "@%p1 st.global.u32 [%l4], %r5; " + SYNC + """
            xor.b32 %r7, %r4, 1; mul.wide.u32 %l5, %r7, 4; add.s64 %l5, %l5, %l2; ld.global.u32 %r8, [%l5]; st.global.u32 [%l4+1024], %r8;
            """;
        machine(true);
        run("", shape(2, 32, 2), exchange);
        assertThat(machine.visibility().races())
                .noneMatch(race -> race.toString().contains("load"));
        machine(true);
        run("", shape(2, 32, 2), exchange.replace("arrive;", "arrive.relaxed;"));
        assertThat(machine.visibility().races())
                .anyMatch(race -> race.toString().contains("load"));
    }

    /** Rules C-2 and C-3: cycles of an H100. */
    @Test
    void barriersAndNeighboursTakeTheTimeOfAnH100() {
        String rounds = """
            mov.u32 %r7, 0; mov.u32 %r8, %clock;
            ROUND: barrier.cluster.arrive; barrier.cluster.wait;
            add.u32 %r7, %r7, 1; setp.lt.u32 %p3, %r7, 20; @%p3 bra ROUND;
            mov.u32 %r9, %clock; sub.u32 %r9, %r9, %r8; st.global.u32 [%l4], %r9;
            """;
        for (int[] row : new int[][] {{1, 32, 755}, {8, 32, 830}, {1, 1024, 1391}, {8, 1024, 1521}, {2, 256, 1276}}) {
            run("", shape(row[0], row[1], row[0]), rounds);
            assertThat(results(1)[0] / 20.0)
                    .as("%d blocks of %d", row[0], row[1])
                    .isCloseTo(row[2], within(75.0));
        }
        run("", shape(2, 1, 2), "st.shared.u32 [%r3], %r3;\n" + SYNC + """
            mapa.shared::cluster.u32 %r10, %r3, %r6; mov.u32 %r11, 0; mov.u32 %r7, 0; mov.u32 %r8, %clock;
            ROUND: add.u32 %r12, %r10, %r11; ld.volatile.shared::cluster.u32 %r11, [%r12]; sub.u32 %r11, %r11, %r3;
            add.u32 %r7, %r7, 1; setp.lt.u32 %p3, %r7, 20; @%p3 bra ROUND;
            mov.u32 %r9, %clock; sub.u32 %r9, %r9, %r8; st.global.u32 [%l4], %r9;
            """ + SYNC);
        assertThat(results(1)[0] / 20.0).isCloseTo(205, within(25.0));
    }
}
