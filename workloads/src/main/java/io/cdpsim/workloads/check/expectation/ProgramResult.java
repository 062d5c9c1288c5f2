package io.cdpsim.workloads.check.expectation;

import io.cdpsim.workloads.check.finding.Finding;
import io.cdpsim.workloads.check.finding.OwnRules;
import io.cdpsim.workloads.check.trial.Ending;
import io.cdpsim.workloads.check.trial.Observation;
import io.cdpsim.workloads.plan.yaml.FilePosition;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * How a program ends: whether its own check of what it computed holds.
 *
 * @param wanted how it should end
 */
public record ProgramResult(FilePosition place, Wanted wanted) implements Expectation {
    private static final Set<String> RULES =
            Set.of(OwnRules.RESULT, OwnRules.STUCK, OwnRules.BOMB, OwnRules.LOAD, "VER-3", "TAIL-9", "FAF-4");

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

    private static Wanted of(Observation run) {
        if (run.ending() == Ending.NOT_LOADED) {
            return Wanted.REFUSED;
        }
        if (run.ending() == Ending.STUCK) {
            return Wanted.STUCK;
        }
        boolean isCorrect = run.ending() == Ending.ENDED
                && run.result().map(each -> each.correct()).orElse(false);
        return isCorrect ? Wanted.CORRECT : Wanted.WRONG;
    }

    private static String word(Wanted wanted) {
        return wanted.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public List<Mismatch> mismatches(List<Observation> runs) {
        return Mismatches.each(
                runs,
                run -> of(run) == wanted
                        ? Optional.empty()
                        : Optional.of("expected the result to be " + word(wanted) + ", but it was " + word(of(run))
                                + why(run)));
    }

    private static String why(Observation run) {
        String said = run.message().isEmpty()
                ? run.result().map(each -> each.failure()).orElse("")
                : run.message();
        return said.lines().findFirst().map(each -> ": " + each).orElse("");
    }

    @Override
    public boolean speaksOf(Finding finding) {
        return RULES.contains(finding.rule());
    }

    @Override
    public Optional<String> instead(List<Observation> runs) {
        Wanted seen = of(runs.get(0));
        boolean isSame = runs.stream().allMatch(each -> of(each) == seen);
        return isSame && seen != wanted ? Optional.of(word(seen)) : Optional.empty();
    }
}
