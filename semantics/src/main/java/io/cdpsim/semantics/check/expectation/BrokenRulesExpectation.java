package io.cdpsim.semantics.check.expectation;

import io.cdpsim.memory.visibility.report.RaceKind;
import io.cdpsim.semantics.check.diagnostic.CheckerRules;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import io.cdpsim.semantics.check.diagnostic.SourceLocation;
import io.cdpsim.semantics.check.run.ObservedRun;
import io.cdpsim.semantics.check.run.RunDiagnostics;
import io.cdpsim.workloads.yaml.FilePosition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The exact set of rules of one kind that the runs break, each in at least one run.
 *
 * @param kind the kind of diagnostics
 * @param expected the rules
 */
public record BrokenRulesExpectation(FilePosition place, Kind kind, List<BrokenRule> expected) implements Expectation {
    private static final Set<String> RACES =
            Arrays.stream(RaceKind.values()).map(RaceKind::rule).collect(Collectors.toUnmodifiableSet());

    public BrokenRulesExpectation {
        expected = List.copyOf(expected);
    }

    /** A kind of diagnostics. */
    public enum Kind {
        /** Races and other undefined uses. */
        RACES,
        /** Warnings of a run, including failed launches. */
        WARNINGS
    }

    /**
     * A broken rule.
     *
     * @param rule id of the rule
     * @param at a location of the diagnostic, such as {@code squares.cu:6}; empty for any
     */
    public record BrokenRule(String rule, String at) {
        private boolean matches(Diagnostic diagnostic) {
            return diagnostic.rule().equals(rule)
                    && (at.isEmpty() || diagnostic.locations().stream().anyMatch(this::isAt));
        }

        private boolean isAt(SourceLocation location) {
            return ("/" + location).endsWith("/" + at);
        }

        @Override
        public String toString() {
            return at.isEmpty() ? rule : rule + " at " + at;
        }
    }

    @Override
    public String name() {
        return kind == Kind.RACES ? "races" : "warnings";
    }

    private List<Diagnostic> found(List<ObservedRun> runs) {
        return runs.stream()
                .flatMap(each -> each.diagnostics().stream())
                .filter(this::isOfThisKind)
                .toList();
    }

    @Override
    public List<Mismatch> mismatches(List<ObservedRun> runs) {
        List<Mismatch> mismatches = new ArrayList<>();
        String noun = kind == Kind.RACES ? "race" : "warning";
        for (BrokenRule each : expected) {
            if (runs.stream().flatMap(BrokenRulesExpectation::ofRun).noneMatch(each::matches)) {
                mismatches.add(Mismatch.ofAll(
                        "expected a " + noun + " by " + each + ", but none of the " + runs.size() + " runs showed it"));
            }
        }
        return mismatches;
    }

    /** The diagnostics of a run, with the intended races of the program. */
    private static Stream<Diagnostic> ofRun(ObservedRun run) {
        return Stream.concat(
                run.diagnostics().stream(), run.result().map(RunDiagnostics::intended).orElse(List.of()).stream());
    }

    /** Covers the expected rules only: any other diagnostic is an error and is reported at its own location. */
    @Override
    public boolean covers(Diagnostic diagnostic) {
        return isOfThisKind(diagnostic) && expected.stream().anyMatch(each -> each.matches(diagnostic));
    }

    private boolean isOfThisKind(Diagnostic diagnostic) {
        boolean isCheckerRule = CheckerRules.ALL.contains(diagnostic.rule());
        boolean isFailedLaunch = diagnostic.rule().startsWith("POOL-")
                || (diagnostic.rule().equals("LNCH-6") && diagnostic.message().startsWith("launches"));
        boolean isWarning = diagnostic.severity() == Severity.WARNING || isFailedLaunch;
        return !isCheckerRule
                && diagnostic.severity() != Severity.NOTE
                && (kind == Kind.RACES ? !isWarning || RACES.contains(diagnostic.rule()) : isWarning);
    }

    @Override
    public Optional<String> replacement(List<ObservedRun> runs) {
        List<Diagnostic> found = found(runs);
        if (mismatches(runs).isEmpty() && found.stream().allMatch(this::covers)) {
            return Optional.empty();
        }
        Set<String> rules = found.stream().map(Diagnostic::rule).collect(Collectors.toCollection(TreeSet::new));
        return Optional.of(rules.isEmpty() ? "none" : "[" + String.join(", ", rules) + "]");
    }
}
