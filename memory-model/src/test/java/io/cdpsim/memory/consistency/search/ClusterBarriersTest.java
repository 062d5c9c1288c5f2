package io.cdpsim.memory.consistency.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.litmus.text.LitmusParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The barrier of a cluster against the one of a block, and who waits for whom. */
class ClusterBarriersTest {
    private static LitmusResult check(String text) {
        return new LitmusChecker(2).check(LitmusParser.parse("t", text));
    }

    static List<Long> seeds() {
        return IntStream.range(0, 40).mapToObj(Long::valueOf).toList();
    }

    /** Arrival and wait one behind the other are a barrier that waits for all who come. */
    @ParameterizedTest
    @MethodSource("seeds")
    void anArrivalWithItsWaitOrdersAsTheBarrierOfABlockDoes(long seed) {
        Random random = new Random(seed);
        List<List<String>> columns = new ArrayList<>();
        for (int thread = 0; thread < 2 + random.nextInt(2); thread++) {
            List<String> column = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                String variable = random.nextBoolean() ? "x" : "y";
                column.add(
                        switch (random.nextInt(3)) {
                            case 0 -> "st.weak " + variable + ", " + (thread + 1);
                            case 1 -> "ld.weak r" + i + ", " + variable;
                            default -> "barrier";
                        });
            }
            columns.add(column);
        }
        LitmusResult block = check(text(columns, List.of("bar.cta.sync 0"), ""));
        LitmusResult cluster =
                check(text(columns, List.of("barrier.cluster.arrive", "barrier.cluster.wait"), ",cluster 0"));
        assertThat(cluster.states()).isEqualTo(block.states());
        assertThat(cluster.races()).isEqualTo(block.races());
    }

    private static String text(List<List<String>> columns, List<String> barrier, String cluster) {
        StringBuilder text = new StringBuilder("PTX t\n{ x=0; y=0; }\n");
        List<String> heads = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            heads.add("P" + i + "@cta " + (cluster.isEmpty() ? 0 : i) + cluster);
        }
        text.append(String.join(" | ", heads)).append(";\n");
        for (int row = 0; row < 4; row++) {
            for (int part = 0; part < barrier.size(); part++) {
                List<String> cells = new ArrayList<>();
                for (List<String> column : columns) {
                    String cell = column.get(row);
                    cells.add(cell.equals("barrier") ? barrier.get(part) : part == 0 ? cell : "");
                }
                text.append(String.join(" | ", cells)).append(";\n");
            }
        }
        return text.toString();
    }

    @Test
    void aThreadThatHasExitedIsNotWaitedFor() {
        LitmusResult result = check("""
            PTX t
            { x=0; }
            P0@cta 0,cluster 0 | P1@cta 1,cluster 0;
            barrier.cluster.arrive | st.weak x, 1;
            barrier.cluster.wait | ;
            mov r0, 1 | ;
            forall (P0:r0 == 1)
            """);
        assertThat(result.holds()).isTrue();
    }

    @Test
    void aThreadThatWaitsForeverElsewhereIsWaitedForForever() {
        LitmusResult result = check("""
            PTX t
            { }
            P0@cta 0,cluster 0 | P1@cta 1,cluster 0;
            barrier.cluster.arrive | bar.cta.sync 0, 0, 2;
            barrier.cluster.wait | ;
            mov r0, 1 | ;
            ~exists (P0:r0 == 1)
            """);
        assertThat(result.holds()).isTrue();
        assertThat(result.states().get(0).waiting()).containsExactly("P0", "P1");
    }

    @Test
    void aWaitWithoutAnArrivalAndASecondArrivalAreUndefined() {
        assertThat(check("PTX t\n{ x=0; }\nP0;\nbarrier.cluster.wait;\nexists (x == 0)")
                        .undefined())
                .singleElement()
                .satisfies(each -> assertThat(each.what()).contains("waits without barrier.cluster.arrive before"));
        assertThat(check("PTX t\n{ x=0; }\nP0;\nbarrier.cluster.arrive;\nbarrier.cluster.arrive;\nexists (x == 0)")
                        .undefined())
                .singleElement()
                .satisfies(each -> assertThat(each.what()).contains("arrives twice without barrier.cluster.wait"));
    }

    @Test
    void moreArrivalsThanAnMbarrierExpectsAreUndefined() {
        assertThat(check("PTX t\n{ mbarrier b=1; }\nP0;\nmbarrier.arrive r0, b, 2;\nexists (P0:r0 == 0)")
                        .undefined())
                .singleElement()
                .satisfies(each -> assertThat(each.what()).contains("arrives where so many arrivals are not pending"));
    }

    @Test
    void aPhaseOfAnMbarrierCanBeWaitedForInALoopWithoutABound() {
        LitmusResult result = check("""
            PTX t
            { x=0; b=0; }
            P0 | P1;
            mbarrier.init.shared.b64 [b], 1 | ;
            bar.cta.sync 0 | bar.cta.sync 0;
            st.weak x, 1 | L:;
            mbarrier.arrive _, b | mbarrier.try_wait.parity r0, b, 0;
            | beq r0, 0, L;
            | ld.weak r1, x;
            forall (P1:r1 == 1)
            """);
        assertThat(result.holds()).isTrue();
        assertThat(result.races()).isEmpty();
    }
}
