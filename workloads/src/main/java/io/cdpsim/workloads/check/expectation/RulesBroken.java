package io.cdpsim.workloads.check.expectation;

import io.cdpsim.memory.visibility.report.RaceKind;
import io.cdpsim.workloads.check.finding.CodePlace;
import io.cdpsim.workloads.check.finding.Finding;
import io.cdpsim.workloads.check.finding.OwnRules;
import io.cdpsim.workloads.check.finding.RunFindings;
import io.cdpsim.workloads.check.finding.Severity;
import io.cdpsim.workloads.check.trial.Observation;
import io.cdpsim.workloads.plan.yaml.FilePosition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which rules are broken, by races or otherwise: exactly these, each in at least one run.
 *
 * @param what of which findings it speaks
 * @param wanted the rules, each perhaps with a place
 */
public record RulesBroken(FilePosition place, What what, List<Broken> wanted) implements Expectation {
    private static final Set<String> RACES =
            Arrays.stream(RaceKind.values()).map(RaceKind::rule).collect(Collectors.toUnmodifiableSet());

    /** Keeps a copy. */
    public RulesBroken {
        wanted = List.copyOf(wanted);
    }

    /** Of which findings an expectation speaks. */
    public enum What {
        /** Races, and other uses that are undefined. */
        RACES,
        /** Warnings of a run, launches that failed among them. */
        WARNINGS
    }

    /**
     * A rule that is broken.
     *
     * @param rule its id
     * @param at a place such as {@code squares.cu:6}, which the finding names; empty for any
     */
    public record Broken(String rule, String at) {
        private boolean isSeenIn(Finding finding) {
            return finding.rule().equals(rule)
                    && (at.isEmpty() || finding.places().stream().anyMatch(this::isAt));
        }

        private boolean isAt(CodePlace place) {
            return ("/" + place).endsWith("/" + at);
        }

        @Override
        public String toString() {
            return at.isEmpty() ? rule : rule + " at " + at;
        }
    }

    @Override
    public String name() {
        return what == What.RACES ? "races" : "warnings";
    }

    private List<Finding> found(List<Observation> runs) {
        return runs.stream()
                .flatMap(each -> each.findings().stream())
                .filter(this::isOfKind)
                .toList();
    }

    @Override
    public List<Mismatch> mismatches(List<Observation> runs) {
        List<Mismatch> mismatches = new ArrayList<>();
        String kind = what == What.RACES ? "race" : "warning";
        for (Broken each : wanted) {
            if (runs.stream().flatMap(RulesBroken::shown).noneMatch(each::isSeenIn)) {
                mismatches.add(Mismatches.ofAll(
                        "expected a " + kind + " by " + each + ", but none of the " + runs.size() + " runs showed it"));
            }
        }
        return mismatches;
    }

    /** What a run showed, with what the program has on purpose. */
    private static Stream<Finding> shown(Observation run) {
        return Stream.concat(run.findings().stream(), run.result().map(RunFindings::meant).orElse(List.of()).stream());
    }

    /** Of those that are expected alone: others are wrong as they are, and say more at their own place than here. */
    @Override
    public boolean speaksOf(Finding finding) {
        return isOfKind(finding) && wanted.stream().anyMatch(each -> each.isSeenIn(finding));
    }

    private boolean isOfKind(Finding finding) {
        boolean isOwn = OwnRules.ALL.contains(finding.rule());
        boolean isLaunch = finding.rule().startsWith("POOL-")
                || (finding.rule().equals("LNCH-6") && finding.what().startsWith("launches"));
        boolean isWarning = finding.severity() == Severity.WARNING || isLaunch;
        return !isOwn
                && finding.severity() != Severity.NOTE
                && (what == What.RACES ? !isWarning || RACES.contains(finding.rule()) : isWarning);
    }

    @Override
    public Optional<String> instead(List<Observation> runs) {
        List<Finding> found = found(runs);
        if (mismatches(runs).isEmpty() && found.stream().allMatch(this::speaksOf)) {
            return Optional.empty();
        }
        Set<String> rules = found.stream().map(Finding::rule).collect(Collectors.toCollection(TreeSet::new));
        return Optional.of(rules.isEmpty() ? "none" : "[" + String.join(", ", rules) + "]");
    }
}
