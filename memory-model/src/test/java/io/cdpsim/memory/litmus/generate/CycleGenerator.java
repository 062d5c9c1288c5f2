package io.cdpsim.memory.litmus.generate;

import io.cdpsim.memory.litmus.LitmusTest.Dialect;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Makes litmus tests of dynamic parallelism in the manner of diy: a test is a cycle of relaxations, and asks whether the whole cycle can be
 * observed. A cycle goes from a path, along which one access comes before another (program order, fence, launch, completion, stream,
 * tail, event), over a communication (rfe, fre, coe) to the next path, and back to the first. If every path orders and every communication
 * is strong enough, the model forbids it.
 */
public final class CycleGenerator {
    private static final int MOST_TRIES = 50;
    private static final List<Communication> COMMUNICATIONS = List.of(Communication.values());
    private static final List<AccessStrength> STRENGTHS = List.of(AccessStrength.values());

    private final Dialect dialect;

    /** One path of a cycle and the communication behind it. */
    private record Step(OrderPath path, Communication communication, AccessStrength strength) {
        String label() {
            return path.label + "+" + communication.label + "." + strength.label;
        }
    }

    /**
     * Makes a generator.
     *
     * @param dialect the version of dynamic parallelism of the tests
     * @throws IllegalArgumentException for plain tests, which launch nothing
     */
    public CycleGenerator(Dialect dialect) {
        if (dialect == Dialect.PLAIN) {
            throw new IllegalArgumentException("a generated test launches grids, so its dialect is CDP1 or CDP2");
        }
        this.dialect = dialect;
    }

    /** All tests of one path and one communication: what a path orders, asked with every strength. */
    public List<GeneratedTest> ofOnePath() {
        List<GeneratedTest> tests = new ArrayList<>();
        for (OrderPath path : OrderPath.of(dialect)) {
            if (path.isInOneThread()) {
                continue;
            }
            for (Communication communication : Communication.values()) {
                for (AccessStrength strength : AccessStrength.values()) {
                    tests.add(test(List.of(new Step(path, communication, strength))));
                }
            }
        }
        return tests;
    }

    /**
     * Draws tests of several paths, each test once.
     *
     * @param paths paths of a cycle, from 2; a test has at least so many threads
     * @param count how many tests
     * @param seed decides which: the same seed gives the same tests
     */
    public List<GeneratedTest> drawn(int paths, int count, long seed) {
        if (paths < 2) {
            throw new IllegalArgumentException("a drawn cycle has at least 2 paths, not " + paths);
        }
        SplittableRandom random = new SplittableRandom(seed);
        List<OrderPath> all = OrderPath.of(dialect);
        List<OrderPath> ordering = all.stream().filter(OrderPath::orders).toList();
        Map<String, GeneratedTest> tests = new LinkedHashMap<>();
        for (int tries = 0; tests.size() < count && tries < MOST_TRIES * count; tries++) {
            // Drawn from all, hardly any cycle is forbidden: each second test is strong throughout.
            boolean strong = random.nextBoolean();
            List<OrderPath> from = strong ? ordering : all;
            List<Step> steps = new ArrayList<>();
            for (int i = 0; i < paths; i++) {
                steps.add(new Step(
                        from.get(random.nextInt(from.size())),
                        COMMUNICATIONS.get(random.nextInt(COMMUNICATIONS.size())),
                        strong
                                ? AccessStrength.SYNCHRONIZING_DEVICE
                                : STRENGTHS.get(random.nextInt(STRENGTHS.size()))));
            }
            if (steps.stream().anyMatch(each -> !each.path().isInOneThread())) {
                GeneratedTest test = test(steps);
                tests.putIfAbsent(test.name(), test);
            }
        }
        return List.copyOf(tests.values());
    }

    private GeneratedTest test(List<Step> steps) {
        DraftTest draft = new DraftTest();
        List<String> variables = new ArrayList<>();
        steps.forEach(each -> variables.add(draft.variable()));
        List<String> labels = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            int before = (i + steps.size() - 1) % steps.size();
            Step previous = steps.get(before);
            Communication in = previous.communication();
            Communication out = step.communication();
            step.path()
                    .write(
                            draft.root(),
                            new DraftAccess(
                                    in.secondWrites, previous.strength(), variables.get(before), in.secondValue()),
                            new DraftAccess(out.firstWrites, step.strength(), variables.get(i), out.firstValue()));
            if (out == Communication.COHERENCE) {
                draft.expect(variables.get(i) + " == " + out.secondValue());
            }
            labels.add(step.label());
        }
        String name = String.join("+", labels);
        String version = dialect.name().toLowerCase(Locale.ROOT);
        return new GeneratedTest(
                name + "-" + version,
                draft.text(
                        name + "-" + version, version, "A cycle: each access comes before the next by " + name + "."));
    }
}
