package io.cdpsim.workloads.check.expectation;

import io.cdpsim.workloads.check.diagnostic.Diagnostic;
import io.cdpsim.workloads.check.diagnostic.CheckerRules;
import io.cdpsim.workloads.check.run.RunEnding;
import io.cdpsim.workloads.check.run.ObservedRun;
import io.cdpsim.workloads.plan.yaml.Place;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * How a program ends: whether its own check of what it computed holds.
 *
 * @param wanted how it should end
 */
public record OutcomeExpectation(Place place, Wanted wanted) implements Expectation {
    private static final Set<String> RULES =
            Set.of(CheckerRules.RESULT, CheckerRules.STUCK, CheckerRules.BOMB, CheckerRules.LOAD, "VER-3", "TAIL-9", "FAF-4");

    /** How a program can end. */
    public enum Wanted {
        /** With a right result. */
        CORRECT,
        /** With a wrong one, or a fault. */
        WRONG,
        /** Never: all that is left waits for what does not come. */
        STUCK,
        /** Not at all: the device cannot run it. */
        REFUSED
    }

    @Override
    public String name() {
        return "result";
    }

    private static Wanted of(ObservedRun run) {
        if (run.ending() == RunEnding.NOT_LOADED) {
            return Wanted.REFUSED;
        }
        if (run.ending() == RunEnding.STUCK) {
            return Wanted.STUCK;
        }
        boolean isCorrect = run.ending() == RunEnding.ENDED
                && run.result().map(each -> each.correct()).orElse(false);
        return isCorrect ? Wanted.CORRECT : Wanted.WRONG;
    }

    private static String word(Wanted wanted) {
        return wanted.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public List<Mismatch> mismatches(List<ObservedRun> runs) {
        return Mismatches.each(
                runs,
                run -> of(run) == wanted
                        ? Optional.empty()
                        : Optional.of("expected the result to be " + word(wanted) + ", but it was " + word(of(run))
                                + why(run)));
    }

    private static String why(ObservedRun run) {
        String said = run.message().isEmpty()
                ? run.result().map(each -> each.failure()).orElse("")
                : run.message();
        return said.lines().findFirst().map(each -> ": " + each).orElse("");
    }

    @Override
    public boolean speaksOf(Diagnostic finding) {
        return RULES.contains(finding.rule());
    }

    @Override
    public Optional<String> instead(List<ObservedRun> runs) {
        Wanted seen = of(runs.get(0));
        boolean isSame = runs.stream().allMatch(each -> of(each) == seen);
        return isSame && seen != wanted ? Optional.of(word(seen)) : Optional.empty();
    }
}
