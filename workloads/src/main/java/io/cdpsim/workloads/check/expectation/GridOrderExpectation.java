package io.cdpsim.workloads.check.expectation;

import io.cdpsim.workloads.check.diagnostic.Diagnostic;
import io.cdpsim.workloads.check.run.ObservedRun;
import io.cdpsim.workloads.check.run.ObservedGrid;
import io.cdpsim.workloads.plan.yaml.Place;
import java.util.List;
import java.util.Optional;

/**
 * Which grids come first: all of one kernel, with all that they launched, are complete before any of another starts.
 *
 * @param first the kernel that comes first
 * @param then the kernel that comes after it
 */
public record GridOrderExpectation(Place place, String first, String then) implements Expectation {
    @Override
    public String name() {
        return "orders, " + then + " after " + first;
    }

    @Override
    public List<Mismatch> mismatches(List<ObservedRun> runs) {
        return Mismatches.each(
                runs, run -> wrong(run).map(what -> "expected " + then + " after " + first + ", but " + what));
    }

    private Optional<String> wrong(ObservedRun run) {
        List<ObservedGrid> before = of(run, first);
        List<ObservedGrid> after = of(run, then);
        if (run.gridsCut()) {
            return Optional.of("the run has too many grids to look at each");
        }
        if (before.isEmpty() || after.isEmpty()) {
            return Optional.of("no grid of " + (before.isEmpty() ? first : then) + " ran");
        }
        if (!before.stream().allMatch(ObservedGrid::isComplete)) {
            return Optional.of(first + " is never complete");
        }
        long complete =
                before.stream().mapToLong(ObservedGrid::completionCycle).max().orElseThrow();
        long start = after.stream().mapToLong(ObservedGrid::startCycle).min().orElseThrow();
        return complete <= start ? Optional.empty() : Optional.of(then + " starts before " + first + " is complete");
    }

    private static List<ObservedGrid> of(ObservedRun run, String kernel) {
        return run.grids().stream()
                .filter(each -> each.kernel().equals(kernel) && each.startCycle() >= 0)
                .toList();
    }

    @Override
    public boolean speaksOf(Diagnostic finding) {
        return false;
    }
}
