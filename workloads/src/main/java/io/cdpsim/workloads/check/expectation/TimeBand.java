package io.cdpsim.workloads.check.expectation;

import io.cdpsim.workloads.ErrorStatistics;
import io.cdpsim.workloads.TimeAccuracy;
import io.cdpsim.workloads.check.finding.Finding;
import io.cdpsim.workloads.check.trial.Observation;
import io.cdpsim.workloads.plan.yaml.FilePosition;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How long a program takes, in simulated time. One time alone means: within the error that nine of ten measured runs of this kind do not exceed.
 *
 * @param micros the times that are right, microseconds; one number alone, or a band
 */
public record TimeBand(FilePosition place, Band micros) implements Expectation {
    @Override
    public String name() {
        return "time";
    }

    @Override
    public List<Mismatch> mismatches(List<Observation> runs) {
        return Mismatches.each(runs, run -> {
            if (run.result().isEmpty()) {
                return Optional.of("expected a time of " + words(micros) + ", but the program did not come to its end");
            }
            double time = run.result().get().timeMicros();
            Band band = band(run);
            return band.holds(time)
                    ? Optional.empty()
                    : Optional.of(String.format(
                            Locale.ROOT,
                            "expected a time of %s, but it took %.4g us%s",
                            words(band),
                            time,
                            band.equals(micros) ? "" : ", beyond the error of the model"));
        });
    }

    private Band band(Observation run) {
        if (micros.least() < micros.most()) {
            return micros;
        }
        ErrorStatistics errors = run.trust()
                .flatMap(TimeAccuracy::errors)
                .orElseThrow(() -> place.problem(
                        "nothing like this was measured on " + run.trial().gpu().name()
                                + ", so the error of a time is not known; give a band, such as '40..60 us'"));
        return new Band(micros.least() * (1 - errors.p90()), micros.least() * (1 + errors.p90()));
    }

    /** Where a band is narrower than the model's mean error, so that a run on hardware may well lie outside of it; else empty. */
    public Optional<String> narrowness(List<Observation> runs) {
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
                        "the band of %s is narrower than the model's mean error of %.0f%%: it holds the simulator to"
                                + " itself, not to hardware",
                        words(micros),
                        100 * mean));
    }

    private static String words(Band band) {
        return band.least() == band.most()
                ? String.format(Locale.ROOT, "%.4g us", band.least())
                : String.format(Locale.ROOT, "%.4g to %.4g us", band.least(), band.most());
    }

    @Override
    public boolean speaksOf(Finding finding) {
        return false;
    }

    @Override
    public Optional<String> instead(List<Observation> runs) {
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
        double room = (micros.most() - micros.least()) / (micros.most() + micros.least());
        return Optional.of(String.format(Locale.ROOT, "%.4g..%.4g us", least * (1 - room), most * (1 + room)));
    }
}
