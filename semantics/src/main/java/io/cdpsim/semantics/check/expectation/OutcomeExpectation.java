package io.cdpsim.semantics.check.expectation;

import io.cdpsim.semantics.check.diagnostic.CheckerRules;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.run.ObservedRun;
import io.cdpsim.semantics.check.run.RunEnding;
import io.cdpsim.workloads.yaml.FilePosition;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The outcome of a program: whether it completes, and whether its own check of its result passes.
 *
 * @param expected the expected outcome
 */
public record OutcomeExpectation(FilePosition place, Outcome expected) implements Expectation {
    private static final Set<String> RULES = Set.of(
            CheckerRules.RESULT, CheckerRules.STUCK, CheckerRules.BOMB, CheckerRules.LOAD, "VER-3", "TAIL-9", "FAF-4");

    /** The outcome of a program. */
    public enum Outcome {
        /** The result is correct. */
        CORRECT,
        /** The result is wrong, or the program ended with a fault. */
        WRONG,
        /** The program never ends: everything outstanding waits for something that cannot happen. */
        STUCK,
        /** The device cannot load the program. */
        REFUSED
    }

    @Override
    public String name() {
        return "result";
    }

    private static Outcome of(ObservedRun run) {
        if (run.ending() == RunEnding.NOT_LOADED) {
            return Outcome.REFUSED;
        }
        if (run.ending() == RunEnding.STUCK) {
            return Outcome.STUCK;
        }
        boolean isCorrect = run.ending() == RunEnding.COMPLETED
                && run.result().map(each -> each.correct()).orElse(false);
        return isCorrect ? Outcome.CORRECT : Outcome.WRONG;
    }

    private static String word(Outcome expected) {
        return expected.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public List<Mismatch> mismatches(List<ObservedRun> runs) {
        return Mismatch.each(
                runs,
                run -> of(run) == expected
                        ? Optional.empty()
                        : Optional.of("expected the result to be " + word(expected) + ", but it was " + word(of(run))
                                + reason(run)));
    }

    private static String reason(ObservedRun run) {
        String message = run.message().isEmpty()
                ? run.result().map(each -> each.failure()).orElse("")
                : run.message();
        return message.lines().findFirst().map(each -> ": " + each).orElse("");
    }

    @Override
    public boolean covers(Diagnostic diagnostic) {
        return RULES.contains(diagnostic.rule());
    }

    @Override
    public Optional<String> replacement(List<ObservedRun> runs) {
        return Expectation.shared(runs, OutcomeExpectation::of)
                .filter(observed -> observed != expected)
                .map(OutcomeExpectation::word);
    }
}
