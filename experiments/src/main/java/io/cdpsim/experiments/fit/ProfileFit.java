package io.cdpsim.experiments.fit;

import io.cdpsim.experiments.fit.FitPlan.FitPlanEntry;
import io.cdpsim.experiments.fit.ParameterFit.Outcome;
import io.cdpsim.experiments.validation.Measurements;
import io.cdpsim.experiments.validation.Validation;
import io.cdpsim.experiments.validation.ValidationResult.SimulatedRow;
import io.cdpsim.experiments.validation.row.MeasuredRow;
import io.cdpsim.profile.read.ProfileDocument;
import io.cdpsim.profile.read.ProfileException;
import io.cdpsim.profile.read.ProfileField;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.workloads.Progress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Fits each parameter of a profile to its rows, so that the mean logarithm of simulated over measured values is zero. Parameters are fitted in the
 * order of the plan; later ones depend on earlier ones.
 */
public final class ProfileFit {
    /** Rows this close to the measurement need no fit: hardware differs as much from run to run. */
    private static final double CLOSE = 0.01;

    /** The search for a value ends when the rows are this close. */
    private static final double FOUND = 0.002;

    /** The change of a value that tests its effect on the rows. */
    private static final double PROBE = 1.1;

    /** A smaller effect of a change by a tenth is lost in the noise of the rows. */
    private static final double LEAST_SLOPE = 0.05;

    private static final double MOST_CHANGE = 8;
    private static final int MOST_TRIES = 4;

    private final String base;
    private final Measurements measured;
    private final Map<String, String> values = new LinkedHashMap<>();

    /**
     * Prepares a fit.
     *
     * @param base the initial profile
     * @param known fields known without a fit, each {@code path=value}
     * @param measured the rows
     */
    public ProfileFit(String base, List<String> known, Measurements measured) {
        this.base = base;
        this.measured = measured;
        for (String each : known) {
            values.put(each.substring(0, each.indexOf('=')), each.substring(each.indexOf('=') + 1));
        }
    }

    /** The fields that differ from the base, each {@code path=value}. */
    public List<String> changes() {
        return changes(values);
    }

    private static List<String> changes(Map<String, String> values) {
        return values.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .toList();
    }

    /**
     * Performs the steps.
     *
     * @param progress counts steps
     * @return the result of each step
     * @throws io.cdpsim.workloads.InvalidInputException if no measured row depends on any of them
     */
    public List<ParameterFit> run(List<FitPlanEntry> steps, Progress progress) {
        progress.start("parameters", steps.size());
        List<ParameterFit> done = new ArrayList<>();
        for (FitPlanEntry step : steps) {
            done.add(fit(step));
            progress.done(done.size());
        }
        return done;
    }

    private ParameterFit fit(FitPlanEntry step) {
        List<MeasuredRow> rows = measured.rows().stream().filter(step::isAbout).toList();
        Map<String, FieldValue> texts = texts(step);
        List<String> before = texts.entrySet().stream()
                .map(each -> values.getOrDefault(each.getKey(), each.getValue().times(1, false)))
                .toList();
        if (rows.isEmpty()) {
            return ParameterFit.unchanged(step, before, 0, 0, Outcome.NO_ROWS);
        }
        Trial first = trial(1, texts, rows);
        if (first.rows == 0) {
            return ParameterFit.unchanged(step, before, 0, 0, Outcome.NO_ROWS);
        }
        if (Math.abs(first.bias) < CLOSE) {
            return ParameterFit.unchanged(step, before, first.rows, first.error, Outcome.AGREES);
        }
        Trial probe = trial(PROBE, texts, rows);
        double slope = (probe.bias - first.bias) / Math.log(PROBE);
        if (Math.abs(slope) < LEAST_SLOPE) {
            return ParameterFit.unchanged(step, before, first.rows, first.error, Outcome.NOT_TOLD);
        }
        Trial best = nearest(first, probe, slope, texts, rows);
        if (Math.abs(best.bias) >= Math.abs(first.bias) || best.error >= first.error) {
            return ParameterFit.unchanged(step, before, first.rows, first.error, Outcome.NO_BETTER);
        }
        values.putAll(best.values);
        double rise = (best.bias - first.bias) / Math.log(best.factor);
        return new ParameterFit(
                step,
                before,
                List.copyOf(best.values.values()),
                first.rows,
                first.error,
                best.error,
                best.spread.uncertainty(Double.isFinite(rise) ? rise : slope),
                Outcome.FITTED);
    }

    private Trial nearest(
            Trial first, Trial probe, double firstSlope, Map<String, FieldValue> texts, List<MeasuredRow> rows) {
        Trial from = first;
        Trial best = Math.abs(probe.bias) < Math.abs(first.bias) ? probe : first;
        double slope = firstSlope;
        for (int i = 0; i < MOST_TRIES && Math.abs(best.bias) >= FOUND; i++) {
            double log = Math.log(from.factor) - from.bias / slope;
            double bounded = Math.max(-Math.log(MOST_CHANGE), Math.min(Math.log(MOST_CHANGE), log));
            Trial next = trial(Math.exp(bounded), texts, rows);
            if (next.values.equals(from.values)) {
                break;
            }
            double rise = (next.bias - from.bias) / (Math.log(next.factor) - Math.log(from.factor));
            slope = Math.abs(rise) < LEAST_SLOPE || Double.isNaN(rise) ? slope : rise;
            best = Math.abs(next.bias) < Math.abs(best.bias) ? next : best;
            from = next;
        }
        return best;
    }

    private Map<String, FieldValue> texts(FitPlanEntry step) {
        ProfileDocument document = Profiles.document(base, changes());
        Map<String, FieldValue> texts = new LinkedHashMap<>();
        for (String field : step.fields()) {
            ProfileField known = document.fields().stream()
                    .filter(each -> each.path().equals(field))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no profile has a field " + field));
            texts.put(field, FieldValue.parse(known.value()));
        }
        return texts;
    }

    /**
     * The result of simulating rows with a profile.
     *
     * @param bias mean logarithm of simulated over measured
     * @param error mean error
     * @param spread how far the rows determine the bias
     * @param rows number of simulated rows
     */
    private record Trial(
            double factor, Map<String, String> values, double bias, double error, RowSpread spread, int rows) {}

    private Trial trial(double factor, Map<String, FieldValue> texts, List<MeasuredRow> rows) {
        Map<String, String> tried = new LinkedHashMap<>();
        texts.forEach((field, text) -> tried.put(field, written(field, text, factor)));
        Map<String, String> all = new LinkedHashMap<>(values);
        all.putAll(tried);
        List<SimulatedRow> simulated = new Validation(Profiles.load(base, changes(all)))
                .run(new Measurements(rows, List.of()), new Progress()).rows().stream()
                        .filter(each -> each.simulated() > 0 && each.measured() > 0)
                        .toList();
        double bias = simulated.stream()
                .mapToDouble(each -> Math.log(each.ratio()))
                .average()
                .orElse(0);
        double error =
                simulated.stream().mapToDouble(SimulatedRow::error).average().orElse(0);
        return new Trial(factor, tried, bias, error, RowSpread.of(simulated), simulated.size());
    }

    /** The value, rounded to a whole number where the field requires one. */
    private String written(String field, FieldValue text, double factor) {
        String exact = text.times(factor, false);
        Map<String, String> all = new LinkedHashMap<>(values);
        all.put(field, exact);
        try {
            Profiles.load(base, changes(all));
            return exact;
        } catch (ProfileException e) {
            return text.times(factor, true);
        }
    }
}
