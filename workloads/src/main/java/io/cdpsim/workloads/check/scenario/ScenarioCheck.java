package io.cdpsim.workloads.check.scenario;

import io.cdpsim.memory.consistency.LitmusChecker;
import io.cdpsim.memory.consistency.LitmusResult;
import io.cdpsim.memory.litmus.LitmusException;
import io.cdpsim.workloads.check.CheckReport;
import io.cdpsim.workloads.check.ProgramCheck;
import io.cdpsim.workloads.check.Sighting;
import io.cdpsim.workloads.check.expectation.Expectation;
import io.cdpsim.workloads.check.expectation.Mismatch;
import io.cdpsim.workloads.check.expectation.TimeBand;
import io.cdpsim.workloads.check.finding.CodePlace;
import io.cdpsim.workloads.check.finding.Finding;
import io.cdpsim.workloads.check.finding.OwnRules;
import io.cdpsim.workloads.check.finding.Severity;
import io.cdpsim.workloads.check.trial.Observation;
import io.cdpsim.workloads.exec.process.ProgramWrapper;
import io.cdpsim.workloads.plan.yaml.FilePosition;
import java.util.ArrayList;
import java.util.List;

/** Does what scenarios say. */
public final class ScenarioCheck {
    private final ProgramWrapper wrapper;

    /** @param wrapper what runs executables */
    public ScenarioCheck(ProgramWrapper wrapper) {
        this.wrapper = wrapper;
    }

    /**
     * Does what a scenario says. Blocks.
     *
     * @throws io.cdpsim.workloads.InvalidInputException if it cannot be done as it stands
     * @throws io.cdpsim.workloads.cuda.CompileException if a compiler refuses its source
     */
    public ScenarioOutcome run(Scenario scenario) {
        long begin = System.nanoTime();
        if (scenario.task() instanceof Task.Litmus litmus) {
            return litmus(scenario, litmus, begin);
        }
        Task.Runs task = (Task.Runs) scenario.task();
        CheckReport report = ProgramCheck.of(task.subject())
                .under(task.conditions())
                .wrappedBy(wrapper)
                .within(task.limit())
                .run();
        List<Observation> runs = report.observations();
        List<Sighting> sightings = new ArrayList<>();
        List<Change> changes = new ArrayList<>();
        List<String> notes = new ArrayList<>(report.skipped());
        for (Expectation each : task.expectations()) {
            for (Mismatch mismatch : each.mismatches(runs)) {
                sightings.add(new Sighting(failure(each.place(), each.name(), mismatch.what()), mismatch.trials()));
            }
            each.instead(runs).ifPresent(value -> changes.add(new Change(each.place(), each.name(), value)));
            if (each instanceof TimeBand time) {
                time.narrowness(runs).ifPresent(note -> notes.add(each.place() + ": " + note));
            }
        }
        for (Sighting each : report.sightings()) {
            boolean isSpokenOf = task.expectations().stream().anyMatch(known -> known.speaksOf(each.finding()));
            if (!isSpokenOf) {
                sightings.add(each);
            }
        }
        return new ScenarioOutcome(
                scenario, task.expectations().size(), runs.size(), sightings, notes, changes, millisSince(begin));
    }

    private static ScenarioOutcome litmus(Scenario scenario, Task.Litmus task, long begin) {
        LitmusResult result;
        try {
            result = new LitmusChecker(LitmusChecker.DEFAULT_LOOP_BOUND).check(task.test());
        } catch (LitmusException e) {
            throw scenario.place().problem(String.valueOf(e.getMessage()));
        }
        List<Sighting> sightings = new ArrayList<>();
        List<Change> changes = new ArrayList<>();
        for (LitmusExpectation each : task.expectations()) {
            String seen = each.seen(result);
            if (!seen.equals(each.wanted())) {
                String key = each.question().key();
                String said = "expected " + key + " to be " + each.wanted() + ", but it is " + seen;
                sightings.add(new Sighting(failure(each.place(), key, said), List.of()));
                String value = each.question() == LitmusExpectation.Question.STATES
                        ? "[\"" + seen.replace("; ", "\", \"") + "\"]"
                        : seen;
                changes.add(new Change(each.place(), key, value));
            }
        }
        return new ScenarioOutcome(
                scenario, task.expectations().size(), 1, sightings, List.of(), changes, millisSince(begin));
    }

    private static Finding failure(FilePosition place, String name, String what) {
        return new Finding(
                Severity.ERROR,
                OwnRules.EXPECTATION,
                what,
                List.of(new CodePlace(place.file(), place.line())),
                List.of(),
                "mend the program, or what is expected under '" + name + "'");
    }

    private static long millisSince(long begin) {
        return (System.nanoTime() - begin) / 1_000_000;
    }
}
