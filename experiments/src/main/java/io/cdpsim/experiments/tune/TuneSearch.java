package io.cdpsim.experiments.tune;

import io.cdpsim.experiments.sweep.plan.MachineOptions;
import io.cdpsim.experiments.sweep.plan.PointRunner;
import io.cdpsim.experiments.sweep.plan.Sweep;
import io.cdpsim.experiments.sweep.plan.SweepAxis;
import io.cdpsim.experiments.tune.TuningResult.EvaluatedPoint;
import io.cdpsim.experiments.tune.TuningResult.RunnersUp;
import io.cdpsim.experiments.tune.TuningResult.TuneCandidate;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.WorkloadOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the fastest settings without running all combinations. Each variant runs first with its defaults. Then a coordinate descent: the ends and the
 * middle of each axis, then the neighbours of the best while they improve, which finds the minimum of a unimodal axis. Variants far behind after one
 * pass are dropped, and the others continue until nothing improves.
 */
public final class TuneSearch {
    /** A variant slower than the best by this factor after one pass over its axes is dropped. */
    private static final double HOPELESS = 1.25;

    private static final int MOST_PASSES = 5;

    private final Sweep sweep;
    private final PointRunner runner;
    private final Optional<SweepAxis> variants;
    private final List<SearchAxis> axes = new ArrayList<>();

    /**
     * Prepares a search.
     *
     * @param sweep the values of each axis, and the shared settings; its first non-numeric axis is the variant
     */
    public TuneSearch(Sweep sweep) {
        this.sweep = sweep;
        this.runner = new PointRunner(sweep);
        List<SweepAxis> all = sweep.question().axes();
        variants = all.stream()
                .filter(each -> !SearchAxis.of(each, Optional.empty()).ordered())
                .findFirst();
        all.stream()
                .filter(each -> variants.isEmpty() || !each.equals(variants.get()))
                .forEach(each -> axes.add(SearchAxis.of(each, byDefault(each.name()))));
    }

    private Optional<String> byDefault(String name) {
        return option(name).flatMap(TuneSearch::defaultText);
    }

    private Optional<WorkloadOption<?>> option(String name) {
        return Stream.concat(sweep.workload().options().stream(), MachineOptions.ALL.stream())
                .filter(each -> each.name().equals(name))
                .findFirst();
    }

    private static <T> Optional<String> defaultText(WorkloadOption<T> option) {
        return option.defaultValue().map(option.type()::write);
    }

    /**
     * Searches.
     *
     * @param workers number of points that run in parallel, at least 1; the result does not depend on it
     * @param progress receives each point
     * @throws InvalidInputException if no point runs correctly
     */
    public TuningResult search(int workers, Progress progress) {
        long seed = Long.parseLong(sweep.question().fixed().getOrDefault(MachineOptions.SEED.name(), "1"));
        try (PointEvaluator points = new PointEvaluator(runner, seed, workers, progress)) {
            List<VariantSearch> families = families(points);
            pass(families, points);
            double best = fastest(families).best().time();
            List<VariantSearch> left = families.stream()
                    .filter(each -> each.best().time() <= HOPELESS * best)
                    .toList();
            boolean better = true;
            for (int i = 1; i < MOST_PASSES && better; i++) {
                better = pass(left, points);
            }
            return tuning(families, points);
        }
    }

    /** The variants with their defaults, without those that cannot run. */
    private List<VariantSearch> families(PointEvaluator points) {
        List<Map<String, String>> starts = variants.isEmpty()
                ? List.of(Map.of())
                : variants.get().values().stream()
                        .map(each -> Map.of(variants.get().name(), each))
                        .toList();
        points.tryAll(starts);
        List<VariantSearch> families = points.all().stream()
                .filter(EvaluatedPoint::isSound)
                .map(VariantSearch::new)
                .toList();
        if (families.isEmpty()) {
            throw new InvalidInputException("nothing to tune: no point runs as it should; the first says: "
                    + points.all().get(0).error());
        }
        return families;
    }

    private static VariantSearch fastest(List<VariantSearch> families) {
        VariantSearch fastest = families.get(0);
        for (VariantSearch each : families) {
            if (each.best().time() < fastest.best().time()) {
                fastest = each;
            }
        }
        return fastest;
    }

    /** One pass over the axes, with all variants in parallel. @return whether any improved */
    private boolean pass(List<VariantSearch> families, PointEvaluator points) {
        boolean better = false;
        for (SearchAxis axis : axes) {
            better |= probe(axis, families, points);
            for (boolean climbs = true; climbs; ) {
                climbs = climb(axis, families, points);
                better |= climbs;
            }
        }
        return better;
    }

    private boolean probe(SearchAxis axis, List<VariantSearch> families, PointEvaluator points) {
        Map<VariantSearch, List<Map<String, String>>> wanted = new LinkedHashMap<>();
        for (VariantSearch each : families) {
            if (!each.meaning(List.of(axis)).isEmpty()) {
                wanted.put(
                        each,
                        axis.probes().stream()
                                .map(index -> axis.with(each.best().settings(), index))
                                .toList());
            }
        }
        boolean better = false;
        tryAll(wanted, points);
        for (Map.Entry<VariantSearch, List<Map<String, String>>> each : wanted.entrySet()) {
            Map<String, String> base = each.getKey().best().settings();
            List<EvaluatedPoint> tried = found(each.getValue(), points);
            if (tried.stream()
                    .noneMatch(some -> some.isSound() && !some.settings().equals(base))) {
                each.getKey().meansNothing(axis);
            }
            better |= each.getKey().take(tried);
        }
        return better;
    }

    private boolean climb(SearchAxis axis, List<VariantSearch> families, PointEvaluator points) {
        Map<VariantSearch, List<Map<String, String>>> wanted = new LinkedHashMap<>();
        for (VariantSearch each : families) {
            Map<String, String> settings = each.best().settings();
            if (!each.meaning(List.of(axis)).isEmpty()) {
                axis.index(settings)
                        .ifPresent(index -> wanted.put(
                                each,
                                axis.neighbours(index).stream()
                                        .map(beside -> axis.with(settings, beside))
                                        .toList()));
            }
        }
        tryAll(wanted, points);
        boolean better = false;
        for (Map.Entry<VariantSearch, List<Map<String, String>>> each : wanted.entrySet()) {
            better |= each.getKey().take(found(each.getValue(), points));
        }
        return better;
    }

    private static void tryAll(Map<VariantSearch, List<Map<String, String>>> wanted, PointEvaluator points) {
        points.tryAll(wanted.values().stream().flatMap(List::stream).toList());
    }

    private static List<EvaluatedPoint> found(List<Map<String, String>> settings, PointEvaluator points) {
        List<EvaluatedPoint> found = new ArrayList<>();
        for (Map<String, String> each : settings) {
            EvaluatedPoint tried = points.find(each);
            if (tried != null) {
                found.add(tried);
            }
        }
        return found;
    }

    private TuningResult tuning(List<VariantSearch> families, PointEvaluator points) {
        VariantSearch fastest = fastest(families);
        List<EvaluatedPoint> bests = families.stream().map(VariantSearch::best).toList();
        long combinations = 0;
        for (VariantSearch each : families) {
            long product = 1;
            for (SearchAxis axis : each.meaning(axes)) {
                product = Math.multiplyExact(product, axis.size());
            }
            combinations += product;
        }
        List<EvaluatedPoint> sound =
                points.all().stream().filter(EvaluatedPoint::isSound).toList();
        return new TuningResult(
                TuneCandidate.of(fastest.best(), runner),
                RunnersUp.of(fastest.best(), bests, sound).stream()
                        .map(each -> TuneCandidate.of(each, runner))
                        .toList(),
                baseline(families).map(each -> TuneCandidate.of(each, runner)),
                alike(fastest, points),
                (int) points.all().stream()
                        .filter(each -> each.row().timeMicros().isPresent())
                        .count(),
                combinations);
    }

    /** The default settings. */
    private Optional<EvaluatedPoint> baseline(List<VariantSearch> families) {
        if (variants.isEmpty()) {
            return Optional.of(families.get(0).start());
        }
        String name = variants.get().name();
        Map<String, String> usual =
                byDefault(name).map(each -> Map.of(name, each)).orElse(Map.of());
        return families.stream()
                .map(VariantSearch::start)
                .filter(each -> each.settings().equals(usual))
                .findFirst();
    }

    /** For each axis the values tried with all other settings as in the best point. */
    private Map<String, List<EvaluatedPoint>> alike(VariantSearch fastest, PointEvaluator points) {
        Map<String, List<EvaluatedPoint>> alike = new LinkedHashMap<>();
        Map<String, String> best = fastest.best().settings();
        for (SearchAxis axis : fastest.meaning(axes)) {
            List<Map<String, String>> settings = new ArrayList<>();
            for (int i = 0; i < axis.size(); i++) {
                settings.add(axis.with(best, i));
            }
            alike.put(
                    axis.name(),
                    found(settings, points).stream()
                            .filter(EvaluatedPoint::isSound)
                            .toList());
        }
        return alike;
    }

    /** A field of the profile with a tried value, in the form of {@code --set}. */
    public String override(String field, String value) {
        return sweep.override(field, value);
    }

    /** The values of an axis, in order. */
    public Optional<SweepAxis> axis(String name) {
        return sweep.question().axes().stream()
                .filter(each -> each.name().equals(name))
                .findFirst();
    }
}
