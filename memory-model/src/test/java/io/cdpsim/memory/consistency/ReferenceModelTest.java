package io.cdpsim.memory.consistency;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.LitmusResult.FinalState;
import io.cdpsim.memory.consistency.trace.CheckSettings;
import io.cdpsim.memory.consistency.trace.CheckSettings.BarrierParticipants;
import io.cdpsim.memory.litmus.Condition;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.text.LitmusParser;
import io.cdpsim.memory.litmus.text.ShippedTests;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the checker to the axioms as they are written, on the tests that come with the program and on drawn ones. */
class ReferenceModelTest {
    private static final int BOUND = 1;
    private static final int DRAWN = 250;
    private static final int DRAWN_WITH_BARRIERS = 150;
    private static final int DRAWN_WITH_PROXIES = 200;
    private static final int DRAWN_WITH_REDUCTIONS = 60;
    private static final int DRAWN_WITH_MBARRIERS = 60;

    static List<String> shipped() {
        return ShippedTests.names().stream()
                .filter(each -> each.startsWith("ptx/"))
                // The reference knows no addresses in registers and no barriers of clusters, and takes minutes for
                // locks.
                .filter(each -> !each.matches("ptx/(LOCK-.*|MP-address|CLUSTER-.*)"))
                .toList();
    }

    static Stream<String> drawn() {
        return Stream.iterate(1, seed -> seed + 1).limit(DRAWN).map(seed -> draw(new Random(seed)));
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void theCheckerCountsTheExecutionsThatTheAxiomsAllow(String name) {
        compare(ShippedTests.read("builtin:" + name));
    }

    @ParameterizedTest
    @MethodSource("drawn")
    void theCheckerCountsTheExecutionsOfDrawnTestsToo(String text) {
        compare(LitmusParser.parse("drawn", text, true));
    }

    static Stream<String> drawnWithBarriers() {
        return Stream.iterate(1, seed -> seed + 1)
                .limit(DRAWN_WITH_BARRIERS)
                .map(seed -> drawWithBarriers(new Random(seed)));
    }

    @ParameterizedTest
    @MethodSource("drawnWithBarriers")
    void barriersGatherWhoComesOrTheBlockAndLetOthersWaitForEver(String text) {
        LitmusTest test = LitmusParser.parse("drawn", text);
        compare(test, BarrierParticipants.COMING);
        compare(test, BarrierParticipants.BLOCK);
    }

    static Stream<String> drawnWithProxies() {
        return Stream.iterate(1, seed -> seed + 1)
                .limit(DRAWN_WITH_PROXIES)
                .map(seed -> drawWithProxies(new Random(seed)));
    }

    @ParameterizedTest
    @MethodSource("drawnWithProxies")
    void proxiesAndAliasesNeedTheirFences(String text) {
        compare(LitmusParser.parse("drawn", text, true));
    }

    static Stream<String> drawnWithReductions() {
        return Stream.iterate(1, seed -> seed + 1)
                .limit(DRAWN_WITH_REDUCTIONS)
                .map(seed -> drawWithReductions(new Random(seed)));
    }

    @ParameterizedTest
    @MethodSource("drawnWithReductions")
    void reductionsAtBarriersReturnWhatTheirPhaseBrings(String text) {
        LitmusTest test = LitmusParser.parse("drawn", text);
        compare(test, BarrierParticipants.COMING);
        compare(test, BarrierParticipants.BLOCK);
    }

    static Stream<String> drawnWithMbarriers() {
        return Stream.iterate(1, seed -> seed + 1)
                .limit(DRAWN_WITH_MBARRIERS)
                .map(seed -> drawWithMbarriers(new Random(seed)));
    }

    @ParameterizedTest
    @MethodSource("drawnWithMbarriers")
    void mbarriersSynchroniseByTheirArrivalsAndTests(String text) {
        compare(LitmusParser.parse("drawn", text));
    }

    private static void compare(LitmusTest test) {
        compare(test, BarrierParticipants.COMING);
    }

    private static void compare(LitmusTest test, BarrierParticipants barriers) {
        Map<String, Condition.Term> terms = new TreeMap<>();
        note(test.question().condition(), test, terms);
        Map<String, Long> expected = new TreeMap<>();
        new ReferenceModel(test, barriers == BarrierParticipants.BLOCK, List.copyOf(terms.values()))
                .run(BOUND)
                .forEach((state, count) -> expected.put(shown(List.copyOf(terms.keySet()), state), count));
        Map<String, Long> actual = new TreeMap<>();
        for (FinalState each : new LitmusChecker(new CheckSettings(BOUND, Optional.of(barriers), false).unfolded())
                .check(test)
                .states()) {
            actual.put(each.state() + " " + each.waiting(), each.executions());
        }
        assertThat(actual).isEqualTo(expected);
    }

    private static String shown(List<String> labels, ReferenceModel.State state) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < labels.size(); i++) {
            if (state.values().get(i) != ReferenceModel.ABSENT) {
                parts.add(labels.get(i).substring(1) + "=" + state.values().get(i) + ";");
            }
        }
        return String.join(" ", parts) + " " + state.waiting();
    }

    private static void note(Condition condition, LitmusTest test, Map<String, Condition.Term> terms) {
        if (condition instanceof Condition.All all) {
            all.parts().forEach(each -> note(each, test, terms));
        } else if (condition instanceof Condition.Any any) {
            any.parts().forEach(each -> note(each, test, terms));
        } else if (condition instanceof Condition.Not not) {
            note(not.part(), test, terms);
        } else if (condition instanceof Condition.Compare compare) {
            for (Condition.Term each : List.of(compare.left(), compare.right())) {
                if (each instanceof Condition.Register register) {
                    terms.put("0" + register.thread() + ":" + register.register(), each);
                } else if (each instanceof Condition.Memory memory) {
                    terms.put("1" + test.variables().get(memory.variable()).name(), each);
                }
            }
        }
    }

    /** A test of two or three threads with two to four instructions, of every order and scope. */
    static String draw(Random random) {
        int threads = 2 + random.nextInt(2);
        StringBuilder text = new StringBuilder("PTX drawn\n{ x=0; y=0; }\n");
        List<String> heads = new ArrayList<>();
        List<List<String>> columns = new ArrayList<>();
        Set<String> observed = new TreeSet<>();
        for (int t = 0; t < threads; t++) {
            int block = random.nextInt(3);
            // Blocks 0 and 1 are in one cluster, block 2 in one of its own.
            heads.add("P" + t + "@cta " + block + (block < 2 ? ",cluster 0" : "") + ",gpu "
                    + (random.nextInt(4) == 0 ? 1 : 0));
            List<String> column = new ArrayList<>();
            int length = 2 + random.nextInt(threads == 2 ? 3 : 2);
            for (int i = 0; i < length; i++) {
                column.add(instruction(random, t, i, observed));
            }
            columns.add(column);
        }
        text.append(String.join(" | ", heads)).append(";\n");
        for (int row = 0; row < 4; row++) {
            List<String> cells = new ArrayList<>();
            for (List<String> column : columns) {
                cells.add(row < column.size() ? column.get(row) : "");
            }
            text.append(String.join(" | ", cells)).append(";\n");
        }
        observed.add("x == 1");
        observed.add("y == 1");
        return text + "exists (" + String.join(" /\\ ", observed) + ")";
    }

    /** Threads that load, reduce at a barrier, and store what they got. */
    private static String drawWithReductions(Random random) {
        int threads = 2 + (random.nextInt(4) == 0 ? 1 : 0);
        List<List<String>> columns = new ArrayList<>();
        Set<String> observed = new TreeSet<>(Set.of("x == 1", "y == 1"));
        for (int t = 0; t < threads; t++) {
            List<String> column = new ArrayList<>();
            String value = "" + random.nextInt(2);
            if (random.nextBoolean()) {
                column.add("ld.relaxed.cta r0, " + (random.nextBoolean() ? "x" : "y"));
                observed.add("P" + t + ":r0 == 1");
                value = "r0";
            }
            int barriers = 1 + random.nextInt(threads == 2 ? 2 : 1);
            for (int i = 0; i < barriers; i++) {
                String count = random.nextInt(4) == 0 ? "0, 0, " + (1 + random.nextInt(2)) + ", " : "0, ";
                column.add("bar.cta.red." + List.of("popc", "and", "or").get(random.nextInt(3)) + " r" + (i + 1) + ", "
                        + count + value);
                observed.add("P" + t + ":r" + (i + 1) + " == 1");
                value = "r" + (i + 1);
            }
            if (random.nextBoolean()) {
                column.add("st.relaxed.cta " + (random.nextBoolean() ? "x" : "y") + ", " + value);
            }
            columns.add(column);
        }
        return table("{ x=0; y=0; }", columns) + "exists (" + String.join(" /\\ ", observed) + ")";
    }

    /** Two or three threads that store, load, and arrive at or test an mbarrier. */
    private static String drawWithMbarriers(Random random) {
        int threads = 2 + (random.nextInt(20) == 0 ? 1 : 0);
        List<List<String>> columns = new ArrayList<>();
        Set<String> observed = new TreeSet<>(Set.of("x == 1"));
        for (int t = 0; t < threads; t++) {
            List<String> column = new ArrayList<>();
            boolean waits = t > 0 && random.nextInt(3) > 0;
            column.add(waits ? "mov r9, 0" : "st.weak x, " + (t + 1));
            switch (random.nextInt(5)) {
                case 0 -> column.add("mbarrier.arrive.expect_tx r9, b, 4");
                case 1 -> column.add("mbarrier.complete_tx b, 4");
                case 2 -> column.add("mbarrier.arrive_drop r9, b");
                case 3 -> column.add("mbarrier.arrive.relaxed r9, b");
                default -> column.add("mbarrier.arrive r9, b");
            }
            if (waits) {
                column.add(
                        random.nextBoolean() ? "mbarrier.test_wait r0, b, r9" : "mbarrier.test_wait.parity r0, b, 0");
                column.add("ld.weak r1, x");
                observed.add("P" + t + ":r0 == 1");
                observed.add("P" + t + ":r1 == 1");
            }
            columns.add(column);
        }
        return table("{ x=0; mbarrier b=" + threads + "; }", columns) + "exists (" + String.join(" /\\ ", observed)
                + ")";
    }

    private static String table(String initial, List<List<String>> columns) {
        int rows = columns.stream().mapToInt(List::size).max().orElseThrow();
        StringBuilder text = new StringBuilder("PTX drawn\n" + initial + "\nP0");
        for (int t = 1; t < columns.size(); t++) {
            text.append(" | P").append(t);
        }
        text.append(";\n");
        for (int row = 0; row < rows; row++) {
            int at = row;
            text.append(String.join(
                            " | ",
                            columns.stream()
                                    .map(each -> at < each.size() ? each.get(at) : "")
                                    .toList()))
                    .append(";\n");
        }
        return text.toString();
    }

    /** A message whose letter has two virtual addresses and four proxies, with fences at random around flag and letter. */
    static String drawWithProxies(Random random) {
        List<String> writer = new ArrayList<>();
        List<String> reader = new ArrayList<>();
        Set<String> observed = new TreeSet<>(Set.of("x == 1", "P1:r0 == 1"));
        writer.add(proxyAccess(random, 0, 0, observed));
        proxyFences(random, writer);
        boolean threeThreads = random.nextInt(4) == 0;
        if (random.nextInt(3) == 0) {
            writer.add(proxyAccess(random, 0, 1, observed));
        }
        writer.add("st.release.gpu y, 1");
        proxyFences(random, writer);
        reader.add("ld.acquire.gpu r0, y");
        proxyFences(random, reader);
        reader.add(proxyAccess(random, 1, 2, observed));
        if (random.nextInt(3) == 0) {
            proxyFences(random, reader);
            reader.add(proxyAccess(random, 1, 3, observed));
        }
        List<List<String>> columns = new ArrayList<>(List.of(writer, reader));
        if (threeThreads) {
            List<String> third = new ArrayList<>();
            proxyFences(random, third);
            third.add(proxyAccess(random, 2, 0, observed));
            columns.add(third);
        }
        String initial = "{ x=0; a @ generic aliases x; t @ texture aliases x; ta @ texture aliases a;"
                + " s @ surface aliases x; sa @ surface aliases a; c @ constant aliases x; }";
        String text = table(initial, columns).replaceFirst("P0 \\| P1", "P0@cta 0 | P1@cta " + random.nextInt(2));
        return text + "exists (" + String.join(" /\\ ", observed) + ")";
    }

    private static void proxyFences(Random random, List<String> column) {
        while (random.nextInt(5) < 2 && column.size() < 6) {
            column.add("fence.proxy."
                    + List.of("alias", "texture", "surface", "surface", "constant")
                            .get(random.nextInt(5)));
        }
    }

    private static String proxyAccess(Random random, int thread, int index, Set<String> observed) {
        boolean loads = thread == 1 ? random.nextInt(5) > 0 : random.nextInt(5) == 0;
        if (loads) {
            String register = "r" + (index + 1);
            observed.add("P" + thread + ":" + register + " == 1");
            return List.of(
                            "ld.weak %s, x",
                            "ld.relaxed.gpu %s, a",
                            "tld.weak %s, t",
                            "tld.weak %s, ta",
                            "suld.weak %s, s",
                            "suld.weak %s, sa",
                            "cold.weak %s, c")
                    .get(random.nextInt(7))
                    .formatted(register);
        }
        return List.of(
                        "st.weak x, %d",
                        "st.relaxed.gpu a, %d",
                        "sust.weak s, %d",
                        "sust.weak sa, %d",
                        "sured.relaxed.gpu.add s, %d",
                        "atom.relaxed.gpu.add r9, x, %d")
                .get(random.nextInt(6))
                .formatted(1 + random.nextInt(2));
    }

    /** Two or three threads, mostly of one block, that store, load and meet at two barriers, with counts and resources that may be loaded. */
    static String drawWithBarriers(Random random) {
        int threads = 2 + random.nextInt(2);
        StringBuilder text = new StringBuilder("PTX drawn\n{ x=0; y=0; }\n");
        List<String> heads = new ArrayList<>();
        List<List<String>> columns = new ArrayList<>();
        Set<String> observed = new TreeSet<>(Set.of("x == 1", "y == 1"));
        for (int t = 0; t < threads; t++) {
            heads.add("P" + t + "@cta " + (random.nextInt(6) == 0 ? 1 : 0) + ",gpu 0");
            List<String> column = new ArrayList<>();
            boolean loaded = false;
            for (int i = 0; i < 3; i++) {
                String location = random.nextInt(2) == 0 ? "x" : "y";
                switch (random.nextInt(5)) {
                    case 0 -> {
                        column.add("ld.relaxed.cta r0, " + location);
                        observed.add("P" + t + ":r0 == 1");
                        loaded = true;
                    }
                    case 1 -> column.add("st.weak " + location + ", " + (1 + random.nextInt(2)));
                    default -> column.add(barrier(random, loaded));
                }
            }
            columns.add(column);
        }
        text.append(String.join(" | ", heads)).append(";\n");
        for (int row = 0; row < 3; row++) {
            List<String> cells = new ArrayList<>();
            for (List<String> column : columns) {
                cells.add(column.get(row));
            }
            text.append(String.join(" | ", cells)).append(";\n");
        }
        return text + "exists (" + String.join(" /\\ ", observed) + ")";
    }

    private static String barrier(Random random, boolean loaded) {
        String name = random.nextInt(5) == 0 ? "bar.cta.arrive " : "bar.cta.sync ";
        String resource = loaded && random.nextInt(3) == 0 ? "r0" : "" + random.nextInt(2);
        return switch (random.nextInt(4)) {
            case 0 -> name + random.nextInt(2);
            case 1 -> name + "0, " + resource;
            default ->
                name + "0, " + resource + ", "
                        + (loaded && random.nextInt(2) == 0 ? "r0" : "" + (1 + random.nextInt(3)));
        };
    }

    private static String instruction(Random random, int thread, int index, Set<String> observed) {
        String scope = List.of("cta", "cluster", "gpu", "sys").get(random.nextInt(4));
        String location = random.nextInt(2) == 0 ? "x" : "y";
        String register = "r" + index;
        String value = index > 0 && random.nextInt(4) == 0 ? "r" + (index - 1) : "" + (1 + random.nextInt(2));
        switch (random.nextInt(8)) {
            case 0, 1, 2 -> {
                observed.add("P" + thread + ":" + register + " == 1");
                String order =
                        List.of("weak", "relaxed." + scope, "acquire." + scope).get(random.nextInt(3));
                return "ld." + order + " " + register + ", " + location;
            }
            case 3, 4, 5 -> {
                String order =
                        List.of("weak", "relaxed." + scope, "release." + scope).get(random.nextInt(3));
                return "st." + order + " " + location + ", " + value;
            }
            case 6 -> {
                return "fence."
                        + List.of("acq_rel.", "acquire.", "release.", "sc.", "sc.")
                                .get(random.nextInt(5)) + scope;
            }
            default -> {
                String order =
                        List.of("relaxed.", "acquire.", "release.", "acq_rel.").get(random.nextInt(4)) + scope;
                if (random.nextInt(3) == 0) {
                    return "red." + order + ".add " + location + ", 1";
                }
                observed.add("P" + thread + ":" + register + " == 1");
                String operation = List.of(".exch ", ".add ", ".inc ", ".dec ").get(random.nextInt(4));
                return random.nextInt(3) == 0
                        ? "atom." + order + ".cas " + register + ", " + location + ", 0, 2"
                        : "atom." + order + operation + register + ", " + location + ", 1";
            }
        }
    }
}
