package io.cdpsim.workloads.check.expectation;

import io.cdpsim.workloads.CommonResults;
import io.cdpsim.workloads.Measure;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.check.finding.Finding;
import io.cdpsim.workloads.check.trial.Observation;
import io.cdpsim.workloads.plan.yaml.FilePosition;
import io.cdpsim.workloads.plan.yaml.YamlFields;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The value of a result that runs report, by its name in JSON.
 *
 * @param result its name, such as {@code failed_launches}
 * @param band the numbers it may be; empty if it is a text
 * @param text the text it is, where it is one
 */
public record Measured(FilePosition place, String result, Optional<Band> band, String text) implements Expectation {
    private static final Set<String> OF_FAILED_LAUNCHES = Set.of("POOL-3", "POOL-6", "LNCH-6");

    @Override
    public String name() {
        return "results, " + result;
    }

    private static List<Measure> all(RunResult run) {
        return Stream.concat(CommonResults.numbers(run).stream(), run.measures().stream())
                .toList();
    }

    private Optional<Measure> find(Observation run) {
        return run.result()
                .flatMap(each -> all(each).stream()
                        .filter(measure -> measure.name().equals(result))
                        .findFirst());
    }

    private static double number(Measure measure) {
        if (measure instanceof Measure.Count count) {
            return count.value();
        }
        return measure instanceof Measure.Quantity quantity ? quantity.value() : Double.NaN;
    }

    private static String text(Measure measure) {
        return measure instanceof Measure.Text of ? of.value() : Band.number(number(measure));
    }

    @Override
    public List<Mismatch> mismatches(List<Observation> runs) {
        return Mismatches.each(
                runs, run -> wrong(run).map(what -> "expected " + result + " to be " + wanted() + ", but " + what));
    }

    private Optional<String> wrong(Observation run) {
        if (run.result().isEmpty()) {
            return Optional.of("the program did not come to its end");
        }
        Measure found = find(run)
                .orElseThrow(() -> place.problem("there is no result '" + result + "'"
                        + YamlFields.didYouMean(
                                result,
                                all(run.result().orElseThrow()).stream()
                                        .map(Measure::name)
                                        .toList())));
        boolean holds = band.map(each -> each.holds(number(found)))
                .orElseGet(() -> text(found).equals(text));
        return holds ? Optional.empty() : Optional.of("it was " + text(found));
    }

    private String wanted() {
        return band.map(Band::toString).orElse("'" + text + "'");
    }

    @Override
    public boolean speaksOf(Finding finding) {
        return result.equals(CommonResults.FAILED_LAUNCHES.name()) && OF_FAILED_LAUNCHES.contains(finding.rule());
    }

    @Override
    public Optional<String> instead(List<Observation> runs) {
        List<Measure> seen = runs.stream().flatMap(each -> find(each).stream()).toList();
        if (seen.size() < runs.size() || mismatches(runs).isEmpty() || band.isEmpty()) {
            return Optional.empty();
        }
        Band all = Band.exactly(number(seen.get(0)));
        for (Measure each : seen) {
            all = all.with(number(each));
        }
        return Optional.of(all.toString());
    }
}
