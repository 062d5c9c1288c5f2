package io.cdpsim.workloads.check.expectation;

import io.cdpsim.workloads.check.finding.Finding;
import io.cdpsim.workloads.check.trial.Observation;
import io.cdpsim.workloads.check.trial.RanGrid;
import io.cdpsim.workloads.plan.yaml.Place;
import java.util.ArrayList;
import java.util.List;

/**
 * Which grids come first: all of one kernel, with all that they launched, are complete before any of another starts.
 *
 * @param first the kernel that comes first
 * @param then the kernel that comes after it
 */
public record GridOrder(Place place, String first, String then) implements Expectation {
    @Override
    public String name() {
        return "orders, " + then + " after " + first;
    }

    @Override
    public List<String> failures(List<Observation> runs) {
        List<String> failures = new ArrayList<>();
        for (Observation run : runs) {
            List<RanGrid> before = of(run, first);
            List<RanGrid> after = of(run, then);
            String what = "expected " + then + " after " + first + ", but ";
            if (run.gridsCut()) {
                failures.add(what + "the run has too many grids to look at each (" + run.trial() + ")");
            } else if (before.isEmpty() || after.isEmpty()) {
                failures.add(what + "no grid of " + (before.isEmpty() ? first : then) + " ran (" + run.trial() + ")");
            } else {
                long complete = before.stream()
                        .mapToLong(each -> each.isComplete() ? each.completionCycle() : Long.MAX_VALUE)
                        .max()
                        .orElseThrow();
                long start = after.stream().mapToLong(RanGrid::startCycle).min().orElseThrow();
                if (complete > start) {
                    failures.add(what + then + " starts at cycle " + start + " and " + first + " is complete "
                            + (complete == Long.MAX_VALUE ? "never" : "at cycle " + complete) + " (" + run.trial()
                            + ")");
                }
            }
        }
        return failures;
    }

    private static List<RanGrid> of(Observation run, String kernel) {
        return run.grids().stream()
                .filter(each -> each.kernel().equals(kernel) && each.startCycle() >= 0)
                .toList();
    }

    @Override
    public boolean speaksOf(Finding finding) {
        return false;
    }
}
