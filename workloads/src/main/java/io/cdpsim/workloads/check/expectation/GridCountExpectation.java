package io.cdpsim.workloads.check.expectation;

import io.cdpsim.workloads.check.diagnostic.Diagnostic;
import io.cdpsim.workloads.check.run.ObservedRun;
import io.cdpsim.workloads.plan.yaml.Place;
import java.util.List;
import java.util.Optional;

/**
 * How many grids of a kernel are complete in the end.
 *
 * @param kernel the kernel's name
 * @param band how many
 */
public record GridCountExpectation(Place place, String kernel, ExpectedRange band) implements Expectation {
    @Override
    public String name() {
        return "counts, " + kernel;
    }

    private double count(ObservedRun run) {
        return run.completed().getOrDefault(kernel, 0L).doubleValue();
    }

    @Override
    public List<Mismatch> mismatches(List<ObservedRun> runs) {
        return Mismatches.each(
                runs,
                run -> band.holds(count(run))
                        ? Optional.empty()
                        : Optional.of("expected " + band + " grids of " + kernel + ", but " + ExpectedRange.number(count(run))
                                + " ran; what ran: "
                                + (run.completed().isEmpty() ? "nothing" : run.completed())));
    }

    @Override
    public boolean speaksOf(Diagnostic finding) {
        return false;
    }

    @Override
    public Optional<String> instead(List<ObservedRun> runs) {
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
