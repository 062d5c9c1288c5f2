package io.cdpsim.workloads.check.expectation;

import io.cdpsim.workloads.check.finding.Finding;
import io.cdpsim.workloads.check.trial.Observation;
import io.cdpsim.workloads.check.trial.RanGrid;
import io.cdpsim.workloads.plan.yaml.FilePosition;
import java.util.List;
import java.util.Optional;

/**
 * Which grids come first: all of one kernel, with all that they launched, are complete before any of another starts.
 *
 * @param first the kernel that comes first
 * @param then the kernel that comes after it
 */
public record GridOrder(FilePosition place, String first, String then) implements Expectation {
    @Override
    public String name() {
        return "orders, " + then + " after " + first;
    }

    @Override
    public List<Mismatch> mismatches(List<Observation> runs) {
        return Mismatches.each(
                runs, run -> wrong(run).map(what -> "expected " + then + " after " + first + ", but " + what));
    }

    private Optional<String> wrong(Observation run) {
        List<RanGrid> before = of(run, first);
        List<RanGrid> after = of(run, then);
        if (run.gridsCut()) {
            return Optional.of("the run has too many grids to look at each");
        }
        if (before.isEmpty() || after.isEmpty()) {
            return Optional.of("no grid of " + (before.isEmpty() ? first : then) + " ran");
        }
        if (!before.stream().allMatch(RanGrid::isComplete)) {
            return Optional.of(first + " is never complete");
        }
        long complete =
                before.stream().mapToLong(RanGrid::completionCycle).max().orElseThrow();
        long start = after.stream().mapToLong(RanGrid::startCycle).min().orElseThrow();
        return complete <= start ? Optional.empty() : Optional.of(then + " starts before " + first + " is complete");
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
