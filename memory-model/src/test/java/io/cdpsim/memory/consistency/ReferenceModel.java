package io.cdpsim.memory.consistency;

import io.cdpsim.memory.litmus.Condition;
import io.cdpsim.memory.litmus.LitmusInstruction;
import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusTest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The memory model as it is written, slow and simple: guess all values, all rf, all sc, all co, then look whether the axioms hold. Plain
 * tests without addresses in registers. It shares the reader of tests with the checker, and nothing else.
 */
final class ReferenceModel {
    /** The value of a register that a thread which waits for ever never came to write. */
    static final long ABSENT = Long.MIN_VALUE;

    /** The values of the terms, and the threads that wait for ever. */
    record State(List<Long> values, List<String> waiting) {}

    private final LitmusTest test;
    private final boolean wholeBlock;
    private final List<Condition.Term> terms;
    private final Map<State, Long> counts = new TreeMap<>(Comparator.comparing(State::toString));

    private final List<ReferenceThread.Step> steps = new ArrayList<>();
    private final List<Integer> threadOf = new ArrayList<>();
    private final ReferenceRelations relations;
    private List<ReferenceThread.Way> ways = List.of();
    private int[] rf = {};
    private boolean[][] barriers = {};

    /**
     * Takes a test.
     *
     * @param wholeBlock whether a barrier without a count waits for the whole block, and not only for those who come
     * @param terms what states show, in this order
     */
    ReferenceModel(LitmusTest test, boolean wholeBlock, List<Condition.Term> terms) {
        this.test = test;
        this.wholeBlock = wholeBlock;
        this.terms = List.copyOf(terms);
        this.relations = new ReferenceRelations(test, steps, threadOf);
    }

    /** How many executions reach each state. */
    Map<State, Long> run(int bound) {
        List<List<ReferenceThread.Way>> choices = List.of();
        List<Set<Long>> domains = new ArrayList<>();
        test.variables()
                .forEach(
                        each -> domains.add(new TreeSet<>(Set.of(((LitmusOperand.Immediate) each.initial()).value()))));
        boolean changed = true;
        // Each update of an mbarrier happens once, so a value comes of at most as many.
        long updates = test.threads().stream()
                .flatMap(each -> each.program().statements().stream())
                .filter(each -> each.instruction() instanceof LitmusInstruction.MbarrierUpdate)
                .count();
        long rounds = updates > 0 ? updates + 1 : 5;
        for (int round = 0; changed && round < rounds; round++) {
            changed = false;
            choices = test.threads().stream()
                    .map(each -> new ReferenceThread(
                                    each,
                                    test.variables(),
                                    domains.stream().map(Set::copyOf).toList(),
                                    bound)
                            .ways())
                    .toList();
            for (List<ReferenceThread.Way> of : choices) {
                for (ReferenceThread.Way way : of) {
                    for (ReferenceThread.Step step : way.steps()) {
                        changed |= step.kind() == 'W'
                                && domains.get(step.location()).add(step.value());
                    }
                }
            }
        }
        choose(choices, new ArrayList<>());
        return counts;
    }

    private void choose(List<List<ReferenceThread.Way>> choices, List<ReferenceThread.Way> chosen) {
        if (chosen.size() < choices.size()) {
            for (ReferenceThread.Way way : choices.get(chosen.size())) {
                chosen.add(way);
                choose(choices, chosen);
                chosen.remove(chosen.size() - 1);
            }
            return;
        }
        steps.clear();
        threadOf.clear();
        ways = List.copyOf(chosen);
        for (int t = 0; t < chosen.size(); t++) {
            for (ReferenceThread.Step step : chosen.get(t).steps()) {
                steps.add(step);
                threadOf.add(t);
            }
        }
        relations.stepsChanged();
        rf = new int[steps.size()];
        List<Integer> blocks = test.threads().stream()
                .map(each -> 1000 * each.gpu() + each.block())
                .toList();
        for (boolean[][] order : new ReferenceBarriers(steps, threadOf, ways, blocks, wholeBlock).orders()) {
            if (reduces(order)) {
                relations.orderByBarriers(order);
                barriers = order;
                chooseReads(0);
            }
        }
    }

    /** Whether each reduction at a barrier returns what it was guessed to. */
    private boolean reduces(boolean[][] order) {
        for (int i = 0; i < steps.size(); i++) {
            String function = steps.get(i).reduction();
            if (!function.isEmpty() && !function.equals("stuck")) {
                List<Long> predicates = partners(i, order).stream()
                        .map(each -> steps.get(each).predicate())
                        .toList();
                long set = predicates.stream().filter(each -> each != 0).count();
                long result = switch (function) {
                    case "COUNT" -> set;
                    case "AND" -> set == predicates.size() ? 1 : 0;
                    default -> set > 0 ? 1 : 0;
                };
                if (result != steps.get(i).value()) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The arrivals of a phase. */
    private List<Integer> partners(int arrival, boolean[][] order) {
        List<Integer> partners = new ArrayList<>(List.of(arrival));
        for (int i = 0; i < steps.size(); i++) {
            if (order[i][arrival]) {
                partners.add(i);
            }
        }
        return partners;
    }

    /** The reads that a step depends on, also by the predicates of others. */
    private void reads(int step, Set<Integer> found) {
        int first = threadOf.indexOf(threadOf.get(step));
        for (int each : steps.get(step).dependsOn()) {
            int on = first + each;
            if (steps.get(on).kind() == 'R') {
                found.add(on);
            } else {
                partners(on, barriers).forEach(other -> reads(other, found));
            }
        }
    }

    private void chooseReads(int from) {
        int read = from;
        while (read < steps.size() && steps.get(read).kind() != 'R') {
            read++;
        }
        if (read == steps.size()) {
            if (noThinAir()) {
                chooseFences(fencePairs(), 0, relations.square());
            }
            return;
        }
        ReferenceThread.Step step = steps.get(read);
        if (((LitmusOperand.Immediate) test.variables().get(step.location()).initial()).value() == step.value()) {
            rf[read] = -1;
            chooseReads(read + 1);
        }
        for (int write = 0; write < steps.size(); write++) {
            ReferenceThread.Step other = steps.get(write);
            if (other.kind() == 'W' && other.location() == step.location() && other.value() == step.value()) {
                rf[read] = write;
                chooseReads(read + 1);
            }
        }
    }

    private boolean noThinAir() {
        boolean[][] edges = relations.square();
        for (int i = 0; i < steps.size(); i++) {
            Set<Integer> reads = new TreeSet<>();
            reads(i, reads);
            for (int each : reads) {
                edges[each][i] = true;
            }
            if (steps.get(i).kind() == 'R' && rf[i] >= 0) {
                edges[rf[i]][i] = true;
            }
        }
        return ReferenceRelations.acyclic(edges);
    }

    private List<int[]> fencePairs() {
        List<int[]> pairs = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            for (int j = i + 1; j < steps.size(); j++) {
                if (steps.get(i).kind() == 'S' && steps.get(j).kind() == 'S' && relations.ms(i, j)) {
                    pairs.add(new int[] {i, j});
                }
            }
        }
        return pairs;
    }

    private void chooseFences(List<int[]> pairs, int next, boolean[][] sc) {
        if (next < pairs.size()) {
            int a = pairs.get(next)[0];
            int b = pairs.get(next)[1];
            sc[a][b] = true;
            chooseFences(pairs, next + 1, sc);
            sc[a][b] = false;
            sc[b][a] = true;
            chooseFences(pairs, next + 1, sc);
            sc[b][a] = false;
            return;
        }
        if (ReferenceRelations.acyclic(sc)) {
            boolean[][] cause = relations.cause(rf, sc);
            if (!ReferenceRelations.loops(sc, cause)) {
                List<int[]> writes = new ArrayList<>();
                for (int i = 0; i < steps.size(); i++) {
                    for (int j = i + 1; j < steps.size(); j++) {
                        if (steps.get(i).kind() == 'W' && steps.get(j).kind() == 'W' && relations.ms(i, j)) {
                            writes.add(new int[] {i, j});
                        }
                    }
                }
                chooseCoherence(writes, 0, relations.square(), cause);
            }
        }
    }

    private void chooseCoherence(List<int[]> pairs, int next, boolean[][] chosen, boolean[][] cause) {
        if (next < pairs.size()) {
            int a = pairs.get(next)[0];
            int b = pairs.get(next)[1];
            chosen[a][b] = true;
            chooseCoherence(pairs, next + 1, chosen, cause);
            chosen[a][b] = false;
            chosen[b][a] = true;
            chooseCoherence(pairs, next + 1, chosen, cause);
            chosen[b][a] = false;
            return;
        }
        boolean[][] co = relations.square();
        for (int i = 0; i < co.length; i++) {
            for (int j = 0; j < co.length; j++) {
                boolean writes =
                        steps.get(i).kind() == 'W' && steps.get(j).kind() == 'W' && relations.sameLocation(i, j);
                co[i][j] = chosen[i][j] || (writes && cause[i][j]);
            }
        }
        co = ReferenceRelations.closed(co);
        if (ReferenceRelations.acyclic(co) && consistent(co, cause)) {
            finish(co, 0, new ArrayList<>());
        }
    }

    private boolean consistent(boolean[][] co, boolean[][] cause) {
        boolean[][] from = relations.square();
        boolean[][] coherence = relations.square();
        boolean[][] communication = relations.square();
        for (int i = 0; i < co.length; i++) {
            for (int j = 0; j < co.length; j++) {
                boolean reads = steps.get(j).kind() == 'R' && rf[j] == i;
                boolean overwritten = steps.get(i).kind() == 'R'
                        && steps.get(j).kind() == 'W'
                        && relations.sameLocation(i, j)
                        && (rf[i] < 0 || co[rf[i]][j]);
                from[i][j] = overwritten;
                communication[i][j] = reads || overwritten;
                coherence[i][j] = (relations.ms(i, j) && (reads || overwritten || co[i][j])) || relations.poloc(i, j);
            }
        }
        for (int r = 0; r + 1 < co.length; r++) {
            if (steps.get(r).kind() == 'R' && steps.get(r).rmw()) {
                for (int between = 0; between < co.length; between++) {
                    if (relations.ms(r, between)
                            && from[r][between]
                            && relations.ms(between, r + 1)
                            && co[between][r + 1]) {
                        return false;
                    }
                }
            }
        }
        return ReferenceRelations.acyclic(coherence) && !ReferenceRelations.loops(communication, cause);
    }

    private void finish(boolean[][] co, int next, List<Long> state) {
        if (next == terms.size()) {
            List<String> waiting = new ArrayList<>();
            for (int t = 0; t < ways.size(); t++) {
                if (ways.get(t).stuck()) {
                    waiting.add(test.threads().get(t).program().name());
                }
            }
            counts.merge(new State(List.copyOf(state), List.copyOf(waiting)), 1L, Long::sum);
            return;
        }
        if (terms.get(next) instanceof Condition.Register register) {
            long value = 0;
            for (int t = 0; t < ways.size(); t++) {
                if (test.threads().get(t).program().name().equals(register.thread())) {
                    int index = test.threads().get(t).program().registers().indexOf(register.register());
                    value = ways.get(t).unset().contains(index)
                            ? ABSENT
                            : ways.get(t).registers().get(index);
                }
            }
            state.add(value);
            finish(co, next + 1, state);
            state.remove(state.size() - 1);
            return;
        }
        int variable = ((Condition.Memory) terms.get(next)).variable();
        boolean written = false;
        for (int i = 0; i < steps.size(); i++) {
            if (steps.get(i).kind() == 'W' && steps.get(i).location() == variable) {
                written = true;
                boolean last = true;
                for (boolean later : co[i]) {
                    last &= !later;
                }
                if (last) {
                    state.add(steps.get(i).value());
                    finish(co, next + 1, state);
                    state.remove(state.size() - 1);
                }
            }
        }
        if (!written) {
            state.add(((LitmusOperand.Immediate) test.variables().get(variable).initial()).value());
            finish(co, next + 1, state);
            state.remove(state.size() - 1);
        }
    }
}
