package io.cdpsim.experiments.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cdpsim.experiments.sweep.plan.PointRunner;
import io.cdpsim.experiments.sweep.plan.Sweep;
import io.cdpsim.experiments.sweep.plan.Sweep.SweepPoint;
import io.cdpsim.experiments.sweep.plan.SweepAxis;
import io.cdpsim.experiments.sweep.plan.SweepSpecification;
import io.cdpsim.experiments.sweep.row.SweepRow;
import io.cdpsim.experiments.tune.TuningResult.TuneCandidate;
import io.cdpsim.workloads.IntendedRaces;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.OptionValueType;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.ResultName;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.RunResult.GridStatistics;
import io.cdpsim.workloads.Workload;
import io.cdpsim.workloads.WorkloadOption;
import io.cdpsim.workloads.Workloads;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TuneSearchTest {
    private static final double STATED = 1.03;
    private static final Pattern MEANS_NOTHING = Pattern.compile("--([a-z-]+) has no effect with");

    private enum Shape {
        ROUND,
        SQUARE,
        BROKEN
    }

    private static final WorkloadOption<Shape> SHAPE = WorkloadOption.of(
                    "shape", "SHAPE", OptionValueType.choice(Shape.values()), "Shape")
            .defaultingTo(Shape.ROUND);
    private static final WorkloadOption<Integer> SIZE = WorkloadOption.of(
                    "size", "N", OptionValueType.wholeNumber(1), "Size")
            .defaultingTo(8);
    private static final WorkloadOption<Integer> CORNERS = WorkloadOption.of(
                    "corners", "N", OptionValueType.wholeNumber(1), "Corners")
            .otherwise("four");

    /** A workload whose time is a formula, so that the best is known. */
    private record Formula(ToDoubleFunction<OptionValues> micros) implements Workload {
        @Override
        public String name() {
            return "formula";
        }

        @Override
        public String summary() {
            return "A formula.";
        }

        @Override
        public List<WorkloadOption<?>> options() {
            return List.of(SHAPE, SIZE, CORNERS);
        }

        @Override
        public List<ResultName> results() {
            return List.of();
        }

        @Override
        public RunResult run(RunRequest request) {
            OptionValues options = request.options();
            if (options.isGiven(CORNERS) && options.get(SHAPE) == Shape.ROUND) {
                throw new InvalidInputException("--corners has no effect with --shape round");
            }
            return new RunResult(
                    name(),
                    "h200",
                    1,
                    micros.applyAsDouble(options),
                    0,
                    1,
                    new GridStatistics(0, 0, 0, 0, 0, 0, 0),
                    0,
                    0,
                    0,
                    options.get(SHAPE) == Shape.BROKEN ? "it broke" : "",
                    1,
                    Optional.empty(),
                    Optional.empty(),
                    IntendedRaces.NONE,
                    List.of(),
                    List.of());
        }
    }

    private static TuningResult tune(ToDoubleFunction<OptionValues> micros, int workers, String... axes) {
        Sweep sweep = Sweep.of(
                new SweepSpecification(
                        "formula",
                        Map.of(),
                        Stream.of(axes).map(SweepAxis::parse).toList(),
                        1,
                        OptionalInt.empty()),
                Workloads.of(List.of(new Formula(micros))));
        return new TuneSearch(sweep).search(workers, new Progress());
    }

    private static double valley(OptionValues options, int bestSize) {
        double away = Math.log((double) options.get(SIZE) / bestSize);
        double corners = options.find(CORNERS).orElse(4) - 6.0;
        return options.get(SHAPE) == Shape.ROUND ? 100 + 10 * away * away : 60 + away * away + corners * corners;
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "16", "64", "1024"})
    void theMinimumOfAUnimodalTimeIsFoundAtAnyPosition(int bestSize) {
        TuningResult tuning =
                tune(options -> valley(options, bestSize), 2, "shape=round,square", "size=1..1024:x2", "corners=1..9");

        assertThat(tuning.best().settings().get("shape")).isEqualTo("square");
        assertThat(tuning.best().settings().getOrDefault("size", "8")).isEqualTo(Integer.toString(bestSize));
        assertThat(tuning.best().settings().get("corners")).isEqualTo("6");
        assertThat(tuning.combinations())
                .as("corners mean nothing to what is round")
                .isEqualTo(11 + 11 * 9);
        assertThat(tuning.runs()).isLessThan(40);
        assertThat(tuning.byDefault().orElseThrow().settings()).isEqualTo(Map.of("shape", "round"));
        assertThat(tuning.runnersUp()).hasSize(3);
        assertThat(tuning.runnersUp()).extracting(TuneCandidate::micros).isSorted();
    }

    @Test
    void theResultDoesNotDependOnHowManyPointsRunAtATime() {
        String[] axes = {"shape=round,square,broken", "size=1..1024:x2", "corners=1..9"};

        assertThat(tune(options -> valley(options, 32), 1, axes))
                .isEqualTo(tune(options -> valley(options, 32), 7, axes));
    }

    @Test
    void whatGoesWrongIsNotTheBestHoweverFast() {
        TuningResult tuning = tune(
                options -> options.get(SHAPE) == Shape.BROKEN ? 1 : valley(options, 4), 1, "shape=round,square,broken");

        assertThat(tuning.best().settings()).isEqualTo(Map.of("shape", "square"));
        assertThat(tuning.runnersUp()).hasSize(1);
        assertThatThrownBy(() -> tune(options -> 1, 1, "shape=broken"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("it broke");
    }

    @Test
    void withoutVariantsTheAxesAloneAreSearched() {
        TuningResult tuning = tune(options -> valley(options, 128), 1, "size=1..1024:x2");

        assertThat(tuning.best().settings()).isEqualTo(Map.of("size", "128"));
        assertThat(tuning.byDefault().orElseThrow().settings()).isEmpty();
        assertThat(tuning.alike().get("size")).hasSizeGreaterThan(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bfs       | h200 | graph=rmat:5:8:1      | pool=2048,32768 | child-threads=32,128,512 |"
                        + " threshold=2..32:x2",
                "bfs       | k40c | graph=star:2:40       | pool=2048,32768 | child-threads=32,128,512 |"
                        + " threshold=2..32:x2",
                "irregular | h200 | sizes=zipf:1.5:60     | aggregate=warp,block,grid | child-block=32,64,256 |"
                        + " threshold=2..32:x2",
            })
    void theBestFoundIsWithinThreePercentOfTheFullGridsBestAtAFractionOfItsPoints(
            String workload, String profile, String input, String one, String other, String third) {
        String variants = String.join(
                ",", variant(Workloads.installed().named(workload)).type().choices());
        Sweep sweep = Sweep.of(
                new SweepSpecification(
                        workload,
                        Map.of(
                                "profile",
                                profile,
                                input.substring(0, input.indexOf('=')),
                                input.substring(input.indexOf('=') + 1)),
                        Stream.of("variant=" + variants, one, other, third)
                                .map(SweepAxis::parse)
                                .toList(),
                        1,
                        OptionalInt.empty()),
                Workloads.installed());
        TuningResult tuning = new TuneSearch(sweep).search(2, new Progress());

        PointRunner runner = new PointRunner(sweep);
        Map<Map<String, String>, Double> times = new ConcurrentHashMap<>();
        sweep.points().parallelStream().forEach(each -> time(runner, each.varied(), times));
        double best = Collections.min(times.values());

        assertThat(tuning.best().micros()).isLessThanOrEqualTo(STATED * best);
        assertThat(times).hasSizeGreaterThanOrEqualTo((int) tuning.combinations());
        assertThat((double) tuning.runs()).isLessThan(0.75 * tuning.combinations());
    }

    private static WorkloadOption<?> variant(Workload workload) {
        return workload.tuned().get(0).option();
    }

    /** Runs a combination, without the options that mean nothing with its variant. */
    private static void time(PointRunner runner, Map<String, String> settings, Map<Map<String, String>, Double> times) {
        if (times.containsKey(settings)) {
            return;
        }
        SweepRow row = runner.run(new SweepPoint(1, settings, 1));
        Matcher nothing = MEANS_NOTHING.matcher(row.error());
        if (nothing.find()) {
            Map<String, String> fewer = new TreeMap<>(settings);
            fewer.remove(nothing.group(1));
            time(runner, fewer, times);
        } else if (row.error().isEmpty()) {
            times.put(new TreeMap<>(settings), row.timeMicros().orElseThrow());
        }
    }
}
