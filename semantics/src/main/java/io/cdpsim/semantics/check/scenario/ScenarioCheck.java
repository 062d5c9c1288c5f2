package io.cdpsim.semantics.check.scenario;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.litmus.LitmusException;
import io.cdpsim.programs.exec.process.ProgramSettings.ProgramWrapper;
import io.cdpsim.semantics.check.CheckReport;
import io.cdpsim.semantics.check.Occurrence;
import io.cdpsim.semantics.check.ProgramCheck;
import io.cdpsim.semantics.check.diagnostic.CheckerRules;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import io.cdpsim.semantics.check.diagnostic.SourceLocation;
import io.cdpsim.semantics.check.expectation.Expectation;
import io.cdpsim.semantics.check.expectation.Mismatch;
import io.cdpsim.semantics.check.expectation.TimeExpectation;
import io.cdpsim.semantics.check.run.ObservedRun;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.yaml.FilePosition;
import java.util.ArrayList;
import java.util.List;

/** Executes scenarios. */
public final class ScenarioCheck {
    private final ProgramWrapper wrapper;

    /** @param wrapper the wrapper that runs executables */
    public ScenarioCheck(ProgramWrapper wrapper) {
        this.wrapper = wrapper;
    }

    /**
     * Executes a scenario. Blocks until all runs have ended.
     *
     * @throws InvalidInputException if it cannot be executed
     */
    public ScenarioOutcome run(CheckScenario scenario) {
        long start = System.nanoTime();
        if (scenario.task() instanceof CheckScenario.LitmusTask litmus) {
            return litmus(scenario, litmus, start);
        }
        if (scenario.task() instanceof CheckScenario.UnavailableTask unavailable) {
            throw new InvalidInputException(unavailable.problem());
        }
        CheckScenario.ProgramTask task = (CheckScenario.ProgramTask) scenario.task();
        ProgramCheck check = ProgramCheck.of(task.program())
                .under(task.matrix())
                .wrappedBy(wrapper)
                .within(task.limit());
        boolean asksForTime = task.expectations().stream().anyMatch(Expectation::needsTime);
        CheckReport report = (asksForTime ? check.timed() : check).run();
        List<ObservedRun> runs = report.runs();
        List<Occurrence> occurrences = new ArrayList<>();
        List<ExpectationEdit> edits = new ArrayList<>();
        List<String> notes = new ArrayList<>(report.skipped());
        for (Expectation each : runs.isEmpty() ? List.<Expectation>of() : task.expectations()) {
            for (Mismatch mismatch : each.mismatches(runs)) {
                occurrences.add(
                        new Occurrence(failure(each.place(), each.name(), mismatch.message()), mismatch.runs()));
            }
            each.replacement(runs).ifPresent(value -> edits.add(new ExpectationEdit(each.place(), each.name(), value)));
            if (each instanceof TimeExpectation time) {
                time.narrowness(runs).ifPresent(note -> notes.add(each.place() + ": " + note));
            }
        }
        for (Occurrence each : report.occurrences()) {
            boolean isCovered = task.expectations().stream().anyMatch(known -> known.covers(each.diagnostic()));
            if (!isCovered) {
                occurrences.add(each);
            }
        }
        return new ScenarioOutcome(
                scenario, task.expectations().size(), runs.size(), occurrences, notes, edits, millisSince(start));
    }

    private static ScenarioOutcome litmus(CheckScenario scenario, CheckScenario.LitmusTask task, long start) {
        LitmusResult result;
        try {
            result = new LitmusChecker(LitmusChecker.DEFAULT_LOOP_BOUND).check(task.test());
        } catch (LitmusException e) {
            throw scenario.place().problem(String.valueOf(e.getMessage()));
        }
        List<Occurrence> occurrences = new ArrayList<>();
        List<ExpectationEdit> edits = new ArrayList<>();
        for (LitmusExpectation each : task.expectations()) {
            String answer = each.answer(result);
            if (!answer.equals(each.expected())) {
                String key = each.question().key();
                String message = "expected " + key + " to be " + each.expected() + ", but it is " + answer;
                occurrences.add(new Occurrence(failure(each.place(), key, message), List.of()));
                String value = each.question() == LitmusExpectation.Question.STATES
                        ? "[\"" + answer.replace("; ", "\", \"") + "\"]"
                        : answer;
                edits.add(new ExpectationEdit(each.place(), key, value));
            }
        }
        return new ScenarioOutcome(
                scenario, task.expectations().size(), 1, occurrences, List.of(), edits, millisSince(start));
    }

    private static Diagnostic failure(FilePosition place, String name, String message) {
        return new Diagnostic(
                Severity.ERROR,
                CheckerRules.EXPECTATION,
                message,
                List.of(new SourceLocation(place.file(), place.line())),
                List.of(),
                "fix the program, or change the expectation '" + name + "'");
    }

    private static long millisSince(long start) {
        return (System.nanoTime() - start) / 1_000_000;
    }
}
