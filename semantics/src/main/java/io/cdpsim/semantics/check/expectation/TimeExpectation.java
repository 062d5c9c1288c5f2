package io.cdpsim.semantics.check.expectation;

import io.cdpsim.semantics.check.run.ObservedRun;
import io.cdpsim.workloads.ErrorStatistics;
import io.cdpsim.workloads.TimeAccuracy;
import io.cdpsim.workloads.yaml.FilePosition;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The simulated time of a program. A single time stands for the range of the model's 90th-percentile error in this regime around it.
 *
 * @param micros the expected time or range of times, microseconds
 */
public record TimeExpectation(FilePosition place, ExpectedRange micros) implements Expectation {
    @Override
    public String name() {
        return "time";
    }

    @Override
    public boolean needsTime() {
        return true;
    }

    @Override
    public List<Mismatch> mismatches(List<ObservedRun> runs) {
        return Mismatch.each(runs, run -> {
            if (run.result().isEmpty()) {
                return Optional.of("expected a time of " + text(micros) + ", but the program did not complete");
            }
            double time = run.result().get().timeMicros();
            ExpectedRange range = range(run);
            return range.contains(time)
                    ? Optional.empty()
                    : Optional.of(String.format(
                            Locale.ROOT,
                            "expected a time of %s, but it took %.4g us%s",
                            text(range),
                            time,
                            range.equals(micros) ? "" : ", beyond the error of the model"));
        });
    }

    private ExpectedRange range(ObservedRun run) {
        if (micros.least() < micros.most()) {
            return micros;
        }
        ErrorStatistics errors = run.trust()
                .flatMap(TimeAccuracy::errors)
                .orElseThrow(
                        () -> place.problem("the error of a time is unknown, since nothing comparable was measured on "
                                + run.conditions().gpu().name() + "; give a range such as '40..60 us'"));
        return new ExpectedRange(micros.least() * (1 - errors.p90()), micros.least() * (1 + errors.p90()));
    }

    /** A warning if the range is narrower than the model's mean error, so that a run on hardware may well be outside it. */
    public Optional<String> narrowness(List<ObservedRun> runs) {
        double middle = (micros.least() + micros.most()) / 2;
        double half = (micros.most() - micros.least()) / 2;
        return runs.stream()
                .filter(each -> half > 0)
                .flatMap(each -> each.trust().stream())
                .flatMap(each -> each.errors().stream())
                .map(ErrorStatistics::mean)
                .filter(mean -> half < mean * middle)
                .findFirst()
                .map(mean -> String.format(
                        Locale.ROOT,
                        "the range of %s is narrower than the model's mean error of %.0f%%: it tests the simulator,"
                                + " not hardware",
                        text(micros),
                        100 * mean));
    }

    private static String text(ExpectedRange range) {
        return range.least() == range.most()
                ? String.format(Locale.ROOT, "%.4g us", range.least())
                : String.format(Locale.ROOT, "%.4g to %.4g us", range.least(), range.most());
    }

    @Override
    public Optional<String> replacement(List<ObservedRun> runs) {
        if (mismatches(runs).isEmpty()
                || runs.stream().anyMatch(each -> each.result().isEmpty())) {
            return Optional.empty();
        }
        double least = runs.stream()
                .mapToDouble(each -> each.result().orElseThrow().timeMicros())
                .min()
                .orElseThrow();
        double most = runs.stream()
                .mapToDouble(each -> each.result().orElseThrow().timeMicros())
                .max()
                .orElseThrow();
        if (micros.least() == micros.most()) {
            return Optional.of(String.format(Locale.ROOT, "%.4g us", (least + most) / 2));
        }
        double margin = (micros.most() - micros.least()) / (micros.most() + micros.least());
        return Optional.of(String.format(Locale.ROOT, "%.4g..%.4g us", least * (1 - margin), most * (1 + margin)));
    }
}
