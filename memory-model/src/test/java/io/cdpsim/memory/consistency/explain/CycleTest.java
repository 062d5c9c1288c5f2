package io.cdpsim.memory.consistency.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.consistency.LitmusResult.FinalState;
import io.cdpsim.memory.consistency.explain.Explainer.Explanation;
import io.cdpsim.memory.litmus.LitmusTest;
import io.cdpsim.memory.litmus.text.ShippedTests;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What forbids a state of a shipped test is a cycle that closes, of steps each of which is what it is called. */
class CycleTest {
    private static final Pattern STEP = Pattern.compile("  (.+?)  -(.+)->  (.+)");
    private static final int MOST_STATES = 4;

    static List<String> shipped() {
        return ShippedTests.names().stream()
                // Locks have too many executions that are not consistent.
                .filter(each -> !each.matches("ptx/LOCK-.*|.*exchange-lock.*"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void theStepsCloseAndAreWhatTheyAreCalled(String name) {
        LitmusTest test = ShippedTests.read("builtin:" + name);
        LitmusChecker checker = new LitmusChecker(1);
        for (String state : unreached(checker.check(test))) {
            Explanation explanation = checker.explain(test, state);
            assertThat(explanation.reachable()).as(state).isFalse();
            if (explanation.text().contains("which allows no cycle of")) {
                check(explanation);
            }
        }
    }

    /** States of values that the test reaches, but not together. */
    private static List<String> unreached(LitmusResult result) {
        Map<String, Set<String>> values = new LinkedHashMap<>();
        Set<Set<String>> reached = new HashSet<>();
        for (FinalState each : result.states()) {
            Set<String> terms = new TreeSet<>(List.of(each.state().split(" ", -1)));
            reached.add(terms);
            terms.forEach(term -> values.computeIfAbsent(term.split("=", -1)[0], key -> new TreeSet<>())
                    .add(term));
        }
        List<Set<String>> all = new ArrayList<>(List.of(new TreeSet<>()));
        for (Set<String> choices : values.values()) {
            List<Set<String>> longer = new ArrayList<>();
            for (Set<String> each : all) {
                for (String choice : choices) {
                    Set<String> more = new TreeSet<>(each);
                    more.add(choice);
                    longer.add(more);
                }
            }
            all = longer;
        }
        return all.stream()
                .filter(each -> reached.stream().noneMatch(one -> one.containsAll(each)))
                .filter(each -> result.states().stream().allMatch(FinalState::isDefined))
                .limit(MOST_STATES)
                .map(each -> String.join(" ", each))
                .toList();
    }

    private record Event(String column, int place, String effect, String text) {
        String variable() {
            return effect.substring(2, effect.indexOf('='));
        }

        String value() {
            return effect.substring(effect.indexOf('='));
        }
    }

    private static void check(Explanation explanation) {
        Map<String, Event> events = new LinkedHashMap<>();
        ExecutionPicture picture = explanation.picture().orElseThrow();
        for (ExecutionPicture.Column column : picture.columns()) {
            for (ExecutionPicture.Node each : column.nodes()) {
                events.put(each.name(), new Event(column.title(), each.event(), each.effect(), each.text()));
            }
        }
        List<String[]> steps = new ArrayList<>();
        String cycle = explanation.text().substring(explanation.text().indexOf("which allows no cycle of\n"));
        for (String line :
                cycle.lines().skip(1).filter(each -> each.startsWith("  ")).toList()) {
            Matcher step = STEP.matcher(line);
            assertThat(step.matches()).as(line).isTrue();
            steps.add(new String[] {name(step.group(1)), step.group(2), name(step.group(3))});
        }
        assertThat(steps).as(explanation.text()).hasSizeGreaterThanOrEqualTo(2);
        for (int i = 0; i < steps.size(); i++) {
            String[] step = steps.get(i);
            assertThat(step[2]).as(explanation.text()).isEqualTo(steps.get((i + 1) % steps.size())[0]);
            assertThat(isWhatItIsCalled(event(events, step[0]), step[1], event(events, step[2])))
                    .as("%s -%s-> %s in\n%s", step[0], step[1], step[2], explanation.text())
                    .isTrue();
        }
        assertThat(picture.edges().stream().filter(ExecutionPicture.Arrow::marked))
                .as(explanation.text())
                .hasSize(steps.size());
    }

    private static Event event(Map<String, Event> events, String name) {
        return Objects.requireNonNull(events.get(name), name);
    }

    private static String name(String shown) {
        int what = shown.indexOf(" (");
        return what < 0 ? shown : shown.substring(0, what);
    }

    private static boolean isWhatItIsCalled(Event from, String relation, Event to) {
        boolean sameThread = from.column().equals(to.column());
        String accesses = (from.effect().isEmpty() ? "-" : from.effect().substring(0, 1))
                + (to.effect().isEmpty() ? "-" : to.effect().substring(0, 1));
        boolean sameVariable = !accesses.contains("-") && from.variable().equals(to.variable());
        return switch (relation) {
            case "po" -> sameThread && from.place() < to.place();
            case "poloc" -> sameThread && from.place() < to.place() && sameVariable;
            case "rf" -> accesses.equals("WR") && sameVariable && from.value().equals(to.value());
            case "fr" -> accesses.equals("RW") && sameVariable;
            case "co", "co, for the value to be the last" -> accesses.equals("WW") && sameVariable;
            case "obs" -> accesses.equals("WR") && sameVariable;
            case "other half of the atomic" -> accesses.equals("WR") && from.place() == to.place() + 1;
            case "sync" ->
                (from.text().matches(".*(release|acq_rel|mbarrier.arrive).*") || isFence(from))
                        && (to.text().matches(".*(acquire|acq_rel|mbarrier.test).*") || isFence(to));
            case "sc" -> !sameThread && isFence(from) && isFence(to);
            case "barrier" -> from.text().startsWith("bar") && to.text().startsWith("bar");
            case "E1 launch" -> from.text().startsWith("launch ") && to.effect().isEmpty();
            default -> relation.matches("E[2-8] .*");
        };
    }

    private static boolean isFence(Event event) {
        return event.text().startsWith("fence.") || event.text().startsWith("membar.");
    }
}
