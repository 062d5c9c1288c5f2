package io.cdpsim.memory.litmus.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Draws plain litmus tests in the forms that other checkers of the PTX memory model read as well: random accesses and fences of two or three
 * threads, with a question about one final state.
 */
public final class ProgramGenerator {
    private static final List<String> SCOPES = List.of("cta", "gpu", "sys");

    /** What a drawn test contains. */
    public enum Kind {
        /** Loads, stores, atomics and fences. */
        PLAIN,
        /** Barriers of blocks as well. */
        BARRIERS,
        /** Accesses by several proxies and aliases, and their fences, as well. */
        PROXIES
    }

    private final Kind kind;
    private final Random random;
    private final List<List<String>> columns = new ArrayList<>();
    private final List<String> observed = new ArrayList<>();

    private ProgramGenerator(Kind kind, long seed) {
        this.kind = kind;
        this.random = new Random(seed);
    }

    /** The test of a seed: the same seed gives the same test. */
    public static GeneratedTest draw(Kind kind, long seed) {
        return new ProgramGenerator(kind, seed).draw(kind.name().toLowerCase(java.util.Locale.ROOT) + seed);
    }

    private GeneratedTest draw(String name) {
        int threads = 2 + random.nextInt(2);
        boolean isMessage = random.nextBoolean();
        for (int thread = 0; thread < threads; thread++) {
            List<String> column = new ArrayList<>();
            int length = 2 + random.nextInt(threads == 2 ? 4 : 3);
            for (int i = 0; i < length; i++) {
                column.add(step(thread, column.size(), isMessage && thread < 2 ? i : -1));
            }
            columns.add(column);
        }
        if (kind == Kind.BARRIERS) {
            addBarriers();
        }
        if (observed.isEmpty() || random.nextInt(5) == 0) {
            observed.add("x == " + random.nextInt(3));
        }
        return new GeneratedTest(name, text(name));
    }

    /** The first accesses of a message are to x and then y, and the other way round in the reader. */
    private String step(int thread, int row, int inMessage) {
        boolean writesMessage = inMessage >= 0 && thread == 0;
        boolean readsMessage = inMessage >= 0 && thread == 1;
        if (random.nextInt(4) == 0) {
            return fence();
        }
        boolean isFirst = inMessage == 0;
        boolean isX = inMessage < 0 ? random.nextBoolean() : isFirst == (thread == 0);
        boolean loads = readsMessage || (!writesMessage && random.nextBoolean());
        if (kind == Kind.PROXIES && isX && random.nextInt(3) > 0) {
            return byProxy(thread, row, loads);
        }
        String variable = isX ? "x" : "y";
        if (random.nextInt(6) == 0) {
            return atomic(thread, row, variable);
        }
        String scope = scope();
        if (loads) {
            String order =
                    List.of("weak", "relaxed." + scope, "acquire." + scope).get(random.nextInt(3));
            return "ld." + order + " " + result(thread, row) + ", " + variable;
        }
        String order = List.of("weak", "relaxed." + scope, "release." + scope).get(random.nextInt(3));
        return "st." + order + " " + variable + ", " + (1 + random.nextInt(2));
    }

    private String scope() {
        return SCOPES.get(random.nextInt(SCOPES.size()));
    }

    private String result(int thread, int row) {
        observed.add("P" + thread + ":r" + row + " == " + random.nextInt(3));
        return "r" + row;
    }

    private String fence() {
        if (kind == Kind.PROXIES && random.nextInt(4) > 0) {
            return "fence.proxy."
                    + List.of("alias", "texture", "surface", "surface", "constant")
                            .get(random.nextInt(5));
        }
        return "fence." + (random.nextBoolean() ? "sc." : "acq_rel.") + scope();
    }

    private String atomic(int thread, int row, String variable) {
        String scope = scope();
        if (random.nextInt(4) == 0) {
            return "red." + (random.nextBoolean() ? "relaxed." : "release.") + scope + ".add " + variable + ", 1";
        }
        String order = List.of("relaxed.", "acquire.", "release.", "acq_rel.").get(random.nextInt(4)) + scope;
        String operands = result(thread, row) + ", " + variable;
        return "atom." + order
                + switch (random.nextInt(3)) {
                    case 0 -> ".add " + operands + ", 1";
                    case 1 -> ".exch " + operands + ", 2";
                    default -> ".cas " + operands + ", " + random.nextInt(2) + ", 2";
                };
    }

    private String byProxy(int thread, int row, boolean loads) {
        if (loads) {
            return List.of("ld.weak %s, a", "tld.weak %s, t", "tld.weak %s, ta", "suld.weak %s, s", "cold.weak %s, c")
                    .get(random.nextInt(5))
                    .formatted(result(thread, row));
        }
        return List.of("st.weak a, %d", "sust.weak s, %d", "sust.weak sa, %d")
                .get(random.nextInt(3))
                .formatted(1 + random.nextInt(2));
    }

    /** Barriers 0 and 1 at random places of each column, in this order. */
    private void addBarriers() {
        for (List<String> column : columns) {
            int from = 0;
            for (int barrier = 0; barrier < 2; barrier++) {
                if (random.nextInt(4) > barrier) {
                    int at = from + random.nextInt(column.size() - from + 1);
                    String arrival = random.nextInt(6) == 0 ? "bar.cta.arrive " : "bar.cta.sync ";
                    column.add(at, arrival + barrier);
                    from = at + 1;
                }
            }
        }
    }

    private String text(String name) {
        boolean sameBlock = random.nextInt(3) > 0;
        List<String> heads = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            int block = sameBlock ? 0 : random.nextInt(3);
            heads.add("P" + i + "@cta " + block + ",gpu " + (sameBlock || random.nextInt(4) > 0 ? 0 : 1));
        }
        StringBuilder text = new StringBuilder("PTX " + name + "\n\"Drawn.\"\n{\nx = 0;\ny = 0;\n");
        if (kind == Kind.PROXIES) {
            text.append("a @ generic aliases x;\nt @ texture aliases x;\nta @ texture aliases a;\n"
                    + "s @ surface aliases x;\nsa @ surface aliases a;\nc @ constant aliases x;\n");
        }
        for (String each : observed.stream().filter(one -> one.contains(":")).toList()) {
            text.append(each, 0, each.indexOf(' ')).append("=0;\n");
        }
        text.append("}\n").append(String.join(" | ", heads)).append(" ;\n");
        int rows = columns.stream().mapToInt(List::size).max().orElseThrow();
        for (int row = 0; row < rows; row++) {
            int at = row;
            List<String> cells = IntStream.range(0, columns.size())
                    .mapToObj(each -> columns.get(each))
                    .map(each -> at < each.size() ? each.get(at) : "")
                    .toList();
            text.append(String.join(" | ", cells)).append(" ;\n");
        }
        return text.append("exists (")
                .append(String.join(" /\\ ", observed))
                .append(")\n")
                .toString();
    }
}
