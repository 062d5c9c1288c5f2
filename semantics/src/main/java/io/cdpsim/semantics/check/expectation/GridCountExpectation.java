package io.cdpsim.semantics.check.expectation;

import io.cdpsim.semantics.check.run.ObservedRun;
import io.cdpsim.workloads.yaml.FilePosition;
import java.util.List;
import java.util.Optional;

/**
 * The number of complete grids of a kernel.
 *
 * @param kernel name of the kernel
 * @param range the expected number
 */
public record GridCountExpectation(FilePosition place, String kernel, ExpectedRange range) implements Expectation {
    @Override
    public String name() {
        return "counts, " + kernel;
    }

    private double count(ObservedRun run) {
        return run.completed().getOrDefault(kernel, 0L).doubleValue();
    }

    @Override
    public List<Mismatch> mismatches(List<ObservedRun> runs) {
        return Mismatch.each(
                runs,
                run -> range.contains(count(run))
                        ? Optional.empty()
                        : Optional.of("expected " + range + " grids of " + kernel + ", but "
                                + ExpectedRange.number(count(run))
                                + " ran; what ran: "
                                + (run.completed().isEmpty() ? "nothing" : run.completed())));
    }

    @Override
    public Optional<String> replacement(List<ObservedRun> runs) {
        if (mismatches(runs).isEmpty()) {
            return Optional.empty();
        }
        ExpectedRange all = ExpectedRange.exactly(count(runs.get(0)));
        for (ObservedRun each : runs) {
            all = all.with(count(each));
        }
        return Optional.of(all.toString());
    }
}
