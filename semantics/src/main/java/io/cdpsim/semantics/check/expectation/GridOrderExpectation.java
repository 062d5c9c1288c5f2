package io.cdpsim.semantics.check.expectation;

import io.cdpsim.semantics.check.run.ObservedGrid;
import io.cdpsim.semantics.check.run.ObservedRun;
import io.cdpsim.workloads.yaml.FilePosition;
import java.util.List;
import java.util.Optional;

/**
 * The order of two kernels: all grids of the first, with their descendants, are complete before any grid of the second starts.
 *
 * @param first name of the first kernel
 * @param then name of the second kernel
 */
public record GridOrderExpectation(FilePosition place, String first, String then) implements Expectation {
    @Override
    public String name() {
        return "orders, " + then + " after " + first;
    }

    @Override
    public List<Mismatch> mismatches(List<ObservedRun> runs) {
        return Mismatch.each(
                runs,
                run -> violation(run).map(message -> "expected " + then + " after " + first + ", but " + message));
    }

    private Optional<String> violation(ObservedRun run) {
        List<ObservedGrid> before = of(run, first);
        List<ObservedGrid> after = of(run, then);
        if (run.gridsTruncated()) {
            return Optional.of("the run has more grids than the checker records");
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
}
