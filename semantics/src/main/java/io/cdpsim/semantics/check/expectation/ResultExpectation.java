package io.cdpsim.semantics.check.expectation;

import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.run.ObservedRun;
import io.cdpsim.workloads.CommonResults;
import io.cdpsim.workloads.ResultValue;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.yaml.FilePosition;
import io.cdpsim.workloads.yaml.YamlFields;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The value of a result that runs report.
 *
 * @param result its name in JSON, such as {@code failed_launches}
 * @param range the expected number; empty for a text
 * @param text the expected text
 */
public record ResultExpectation(FilePosition place, String result, Optional<ExpectedRange> range, String text)
        implements Expectation {
    private static final Set<String> FAILED_LAUNCH_RULES = Set.of("POOL-3", "POOL-6", "LNCH-6");

    @Override
    public String name() {
        return "results, " + result;
    }

    private static List<ResultValue> all(RunResult run) {
        return Stream.concat(CommonResults.numbers(run).stream(), run.measures().stream())
                .toList();
    }

    private Optional<ResultValue> find(ObservedRun run) {
        return run.result()
                .flatMap(each -> all(each).stream()
                        .filter(measure -> measure.name().equals(result))
                        .findFirst());
    }

    private static double number(ResultValue measure) {
        if (measure instanceof ResultValue.Count count) {
            return count.value();
        }
        return measure instanceof ResultValue.Quantity quantity ? quantity.value() : Double.NaN;
    }

    private static String text(ResultValue measure) {
        return measure instanceof ResultValue.Text of ? of.value() : ExpectedRange.number(number(measure));
    }

    @Override
    public boolean needsTime() {
        return true;
    }

    @Override
    public List<Mismatch> mismatches(List<ObservedRun> runs) {
        return Mismatch.each(
                runs,
                run -> difference(run)
                        .map(message -> "expected " + result + " to be " + expectedText() + ", but " + message));
    }

    private Optional<String> difference(ObservedRun run) {
        if (run.result().isEmpty()) {
            return Optional.of("the program did not complete");
        }
        ResultValue found = find(run)
                .orElseThrow(() -> place.problem("there is no result '" + result + "'"
                        + YamlFields.didYouMean(
                                result,
                                all(run.result().orElseThrow()).stream()
                                        .map(ResultValue::name)
                                        .toList())));
        boolean holds = range.map(each -> each.contains(number(found)))
                .orElseGet(() -> text(found).equals(text));
        return holds ? Optional.empty() : Optional.of("it was " + text(found));
    }

    private String expectedText() {
        return range.map(ExpectedRange::toString).orElse("'" + text + "'");
    }

    @Override
    public boolean covers(Diagnostic diagnostic) {
        return result.equals(CommonResults.FAILED_LAUNCHES.name()) && FAILED_LAUNCH_RULES.contains(diagnostic.rule());
    }

    @Override
    public Optional<String> replacement(List<ObservedRun> runs) {
        List<ResultValue> found =
                runs.stream().flatMap(each -> find(each).stream()).toList();
        if (found.size() < runs.size() || mismatches(runs).isEmpty() || range.isEmpty()) {
            return Optional.empty();
        }
        ExpectedRange all = ExpectedRange.exactly(number(found.get(0)));
        for (ResultValue each : found) {
            all = all.with(number(each));
        }
        return Optional.of(all.toString());
    }
}
