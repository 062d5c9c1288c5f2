package io.cdpsim.memory.consistency;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.trace.CheckSettings;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.text.LitmusParser;
import io.cdpsim.memory.litmus.text.ShippedTests;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The search for one of several equal executions counts the same executions of the same states as the plain enumeration. */
class ReducedSearchTest {
    private static final CheckSettings SETTINGS = CheckSettings.withLoopBound(1);

    static List<String> shipped() {
        return ShippedTests.names();
    }

    static List<String> drawn() {
        return IntStream.range(0, 150).mapToObj(seed -> draw(new Random(seed))).toList();
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void shippedTestsHaveTheSameCounts(String name) {
        compare(ShippedTests.read("builtin:" + name));
    }

    @ParameterizedTest
    @MethodSource("drawn")
    void drawnTestsWithEqualThreadsHaveTheSameCounts(String text) {
        compare(LitmusParser.parse("drawn", text));
    }

    private static void compare(LitmusTest test) {
        LitmusResult reduced = new LitmusChecker(SETTINGS).check(test);
        LitmusResult plain = new LitmusChecker(SETTINGS.enumerated()).check(test);
        assertThat(reduced.states()).isEqualTo(plain.states());
        assertThat(Set.copyOf(reduced.races())).isEqualTo(Set.copyOf(plain.races()));
        assertThat(reduced.undefined()).hasSameElementsAs(plain.undefined());
        assertThat(reduced.verdict()).isEqualTo(plain.verdict());
    }

    /** Two kinds of threads, each once to three times, in blocks of one or of all, or launched. */
    private static String draw(Random random) {
        int kinds = 1 + random.nextInt(3);
        boolean launched = random.nextInt(5) == 0;
        List<List<String>> columns = new ArrayList<>();
        List<String> heads = new ArrayList<>();
        boolean sameBlock = random.nextBoolean();
        int total = 0;
        for (int kind = 0; kind < kinds; kind++) {
            List<String> column = new ArrayList<>();
            int length = 1 + random.nextInt(kinds == 1 ? 3 : 2);
            for (int i = 0; i < length; i++) {
                column.add(step(random, i));
            }
            int times = kinds == 3 ? 1 : 1 + random.nextInt(kinds == 1 ? 3 : 2);
            for (int i = 0; i < times; i++) {
                heads.add("P" + total + "@cta " + (sameBlock ? 0 : total) + ",gpu 0");
                columns.add(column);
                total++;
            }
        }
        String claim = "exists (x == 1 /\\ y == 1" + (random.nextInt(3) == 0 ? " /\\ P0:r0 == 1" : "") + ")";
        if (launched) {
            // Nine atomic accesses to one location have millions of orders, which the plain enumeration visits one by
            // one.
            int threads = columns.get(0).size() < 3 ? 3 : 2;
            StringBuilder kernel = new StringBuilder(
                    "PTX drawn cdp2\n{ x=0; y=0; }\nP0;\nmov r0, 1;\nst.weak x, 1;\n" + "launch c k<<<"
                            + (sameBlock ? "1," + threads : threads + ",1") + ">>>;\nst.weak y, 1;\nkernel k ()\nT;\n");
            columns.get(0).forEach(each -> kernel.append(each).append(";\n"));
            return kernel + claim;
        }
        StringBuilder text = new StringBuilder("PTX drawn\n{ x=0; y=0; P0:r0=0; }\n");
        text.append(String.join(" | ", heads)).append(";\n");
        for (int row = 0; row < 3; row++) {
            List<String> cells = new ArrayList<>();
            for (List<String> column : columns) {
                cells.add(row < column.size() ? column.get(row) : "");
            }
            text.append(String.join(" | ", cells)).append(";\n");
        }
        return text + claim;
    }

    static List<String> drawnWithFences() {
        return IntStream.range(0, 120)
                .mapToObj(seed -> drawWithFences(new Random(seed)))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("drawnWithFences")
    void fenceOrdersAreCountedAsTheyAreEnumerated(String text) {
        compare(LitmusParser.parse("drawn", text));
    }

    /** Three threads of one block, each with a fence between two or three accesses. */
    private static String drawWithFences(Random random) {
        StringBuilder text = new StringBuilder("PTX drawn\n{ x=0; y=0; z=0; }\nP0 | P1 | P2;\n");
        Set<String> observed = new TreeSet<>(Set.of("x == 1", "y == 1"));
        List<List<String>> columns = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            List<String> column = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                String variable = List.of("x", "y", "z").get(random.nextInt(3));
                if (i == 1 + random.nextInt(2)) {
                    column.add(random.nextInt(6) == 0 ? "fence.acq_rel.gpu" : "fence.sc.gpu");
                } else {
                    int kind = random.nextInt(i == 3 ? 7 : 5);
                    column.add(
                            switch (kind) {
                                case 0 -> "ld.weak r" + i + ", " + variable;
                                case 1, 2 -> "ld.relaxed.gpu r" + i + ", " + variable;
                                case 3 -> "st.relaxed.gpu " + variable + ", " + (t + 1);
                                case 4 ->
                                    random.nextInt(3) == 0
                                            ? "st.weak " + variable + ", " + (t + 1)
                                            : "atom.relaxed.gpu.add r" + i + ", " + variable + ", 1";
                                default -> "";
                            });
                    if (column.get(i).contains(" r")) {
                        observed.add("P" + t + ":r" + i + " == 1");
                    }
                }
            }
            columns.add(column);
        }
        for (int row = 0; row < 4; row++) {
            int at = row;
            text.append(String.join(
                            " | ", columns.stream().map(each -> each.get(at)).toList()))
                    .append(";\n");
        }
        return text + "exists (" + String.join(" /\\ ", observed) + ")";
    }

    @Test
    void ringsOfStoreBufferingHaveTheirCounts() {
        // Each pair of neighbours that both read 0 is a contradiction around the whole ring alone.
        assertThat(ring(8).executions()).isEqualTo(756_688);
        assertThat(ring(8).holds()).isTrue();
        LitmusResult large = ring(10);
        assertThat(large.holds()).isTrue();
        assertThat(large.states()).hasSize((1 << 10) - 1);
    }

    private static LitmusResult ring(int threads) {
        String text = "PTX ring\n{ }\n" + columns(threads, i -> "P" + i + "@cta " + i + ",gpu 0")
                + columns(threads, i -> "st.relaxed.gpu x" + i + ", 1")
                + columns(threads, i -> "fence.sc.gpu")
                + columns(threads, i -> "ld.relaxed.gpu r0, x" + (i + 1) % threads)
                + "~exists ("
                + String.join(
                        " /\\ ",
                        IntStream.range(0, threads)
                                .mapToObj(i -> "P" + i + ":r0 == 0")
                                .toList())
                + ")";
        return new LitmusChecker(2).check(LitmusParser.parse("t", text));
    }

    private static String step(Random random, int index) {
        String variable = random.nextBoolean() ? "x" : "y";
        String scope = random.nextInt(4) == 0 ? "cta" : "gpu";
        String value = index > 0 && random.nextBoolean() ? "r0" : "" + (1 + random.nextInt(2));
        return switch (random.nextInt(10)) {
            case 0, 1 -> "atom.acq_rel." + scope + ".add r0, " + variable + ", 1";
            case 2 -> "atom.relaxed." + scope + ".cas r0, " + variable + ", 0, " + value;
            case 3 -> "red.release." + scope + ".add " + variable + ", " + value;
            case 4 -> "ld.weak r0, " + variable;
            case 5 -> "ld.acquire." + scope + " r0, " + variable;
            case 6 -> "st.weak " + variable + ", " + value;
            case 7 -> "st.release." + scope + " " + variable + ", " + value;
            case 8 -> "bar.cta.sync 0";
            default -> "fence.sc." + scope;
        };
    }

    @ParameterizedTest
    @CsvSource({"2, 2", "9, 362880", "14, 87178291200"})
    void incrementsAreCountedInEveryOrder(int threads, long executions) {
        StringBuilder text = new StringBuilder("PTX t\n{ x=0; }\n");
        text.append(columns(threads, i -> "P" + i + "@cta " + i + ",gpu 0"));
        text.append(columns(threads, i -> "atom.relaxed.gpu.add r0, x, 1"));
        LitmusResult result =
                new LitmusChecker(2).check(LitmusParser.parse("t", text + "forall (x == " + threads + ")"));
        assertThat(result.holds()).isTrue();
        assertThat(result.executions()).isEqualTo(executions);
    }

    @Test
    void equalThreadsOfAChildNeedOneOrder() {
        LitmusResult result = new LitmusChecker(2).check(LitmusParser.parse("t", """
            PTX t cdp2
            { x=0; }
            P0;
            launch c k<<<1,16>>>;
            kernel k ()
            T;
            atom.relaxed.gpu.add r0, x, 1;
            forall (x == 16)
            """));
        assertThat(result.holds()).isTrue();
        assertThat(result.executions()).isEqualTo(20922789888000L);
    }

    private static String columns(int threads, java.util.function.IntFunction<String> cell) {
        return String.join(" | ", IntStream.range(0, threads).mapToObj(cell).toList()) + ";\n";
    }
}
