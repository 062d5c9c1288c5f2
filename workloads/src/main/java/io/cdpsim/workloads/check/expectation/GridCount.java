package io.cdpsim.workloads.check.expectation;

import io.cdpsim.workloads.check.finding.Finding;
import io.cdpsim.workloads.check.trial.Observation;
import io.cdpsim.workloads.plan.yaml.FilePosition;
import java.util.List;
import java.util.Optional;

/**
 * How many grids of a kernel are complete in the end.
 *
 * @param kernel the kernel's name
 * @param band how many
 */
public record GridCount(FilePosition place, String kernel, Band band) implements Expectation {
    @Override
    public String name() {
        return "counts, " + kernel;
    }

    private double count(Observation run) {
        return run.completed().getOrDefault(kernel, 0L).doubleValue();
    }

    @Override
    public List<Mismatch> mismatches(List<Observation> runs) {
        return Mismatches.each(
                runs,
                run -> band.holds(count(run))
                        ? Optional.empty()
                        : Optional.of("expected " + band + " grids of " + kernel + ", but " + Band.number(count(run))
                                + " ran; what ran: "
                                + (run.completed().isEmpty() ? "nothing" : run.completed())));
    }

    @Override
    public boolean speaksOf(Finding finding) {
        return false;
    }

    @Override
    public Optional<String> instead(List<Observation> runs) {
        if (mismatches(runs).isEmpty()) {
            return Optional.empty();
        }
        Band all = Band.exactly(count(runs.get(0)));
        for (Observation each : runs) {
            all = all.with(count(each));
        }
        return Optional.of(all.toString());
    }
}
