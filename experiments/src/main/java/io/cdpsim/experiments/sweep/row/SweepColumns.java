package io.cdpsim.experiments.sweep.row;

import io.cdpsim.observe.WarningLog.CountedWarning;
import io.cdpsim.workloads.CommonResults;
import io.cdpsim.workloads.ResultName;
import io.cdpsim.workloads.ResultValue;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.Workload;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The columns of a sweep's rows: point number, varied parameters, seed, results, error. They depend only on the specification, so all shards have the
 * same. A result with the name of a varied parameter has no column.
 */
public final class SweepColumns {
    /** The point's number, from 1. */
    public static final String POINT = "point";

    /** The seed of the point. */
    public static final String SEED = CommonResults.SEED.name();

    /** Simulated time, microseconds. */
    public static final String TIME = CommonResults.TIME.name();

    /** Whether every check passed; empty where the point could not run. */
    public static final String CORRECT = CommonResults.CORRECT.name();

    /** Why the point could not run, or why its result is wrong. */
    public static final String ERROR = "error";

    /** The version of CDPSim. */
    public static final String VERSION = CommonResults.VERSION.name();

    /** A hash of the profile with its changes. */
    public static final String PROFILE_HASH = CommonResults.PROFILE_HASH.name();

    /** A hash of the contents of the input files. */
    public static final String INPUTS_HASH = CommonResults.INPUTS_HASH.name();

    /** The command line, in the first row alone. */
    public static final String COMMAND = CommonResults.COMMAND.name();

    /** The result of workloads that is what their program prints. */
    public static final String OUTPUT = "printed";

    /** Of shards alone: which sweep. */
    public static final String SWEEP = "sweep";

    /** Of shards alone: the number of points of the whole sweep. */
    public static final String POINTS = "points";

    /** Of shards alone, in their first row: the specification. */
    public static final String QUESTION = "question";

    /** Columns of shards only. */
    public static final Set<String> OF_SHARDS = Set.of(SWEEP, POINTS, QUESTION);

    /** Columns whose names nothing else may have. */
    public static final Set<String> RESERVED =
            Set.of(POINT, TIME, CORRECT, ERROR, SWEEP, POINTS, QUESTION, VERSION, PROFILE_HASH, INPUTS_HASH, COMMAND);

    /** Columns of every table, even where they are empty. */
    static final Set<String> FIXED = Set.of(POINT, TIME, CORRECT, ERROR, SWEEP, POINTS, QUESTION);

    private SweepColumns() {}

    /** The columns of a sweep that varies these names. */
    public static List<String> of(Workload workload, List<String> varied) {
        return of(workload, varied, Set.of());
    }

    /**
     * The columns of a sweep that varies these names and reads numbers from what a program prints: instead of the output itself.
     *
     * @param metrics the names of the numbers
     */
    public static List<String> of(Workload workload, List<String> varied, Collection<String> metrics) {
        List<String> columns = new ArrayList<>();
        columns.add(POINT);
        columns.addAll(varied);
        addNew(columns, SEED);
        addNew(columns, CommonResults.PROFILE.name());
        for (ResultName each : CommonResults.ALL) {
            if (each instanceof ResultName.Count || each instanceof ResultName.Quantity) {
                addNew(columns, each.name());
            }
        }
        columns.remove(CommonResults.WALL.name());
        columns.remove(CommonResults.RATE.name());
        metrics.forEach(each -> addNew(columns, each));
        workload.results().stream()
                .filter(each -> metrics.isEmpty() || !each.name().equals(OUTPUT))
                .forEach(each -> addNew(columns, each.name()));
        addNew(columns, CommonResults.WARNINGS.name());
        addNew(columns, CommonResults.RACES.name());
        addNew(columns, CommonResults.MISUSES.name());
        columns.add(CORRECT);
        columns.add(ERROR);
        columns.add(PROFILE_HASH);
        return List.copyOf(columns);
    }

    private static void addNew(List<String> columns, String name) {
        if (!columns.contains(name)) {
            columns.add(name);
        }
    }

    /** The cells of a result, a function of the point: without the wall-clock time. */
    public static Map<String, TableCell> cells(RunResult result) {
        Map<String, TableCell> cells = new LinkedHashMap<>();
        cells.put(CommonResults.PROFILE.name(), TableCell.words(result.profile()));
        CommonResults.numbers(result).forEach(each -> cells.put(each.name(), cell(each)));
        result.measures().forEach(each -> cells.put(each.name(), cell(each)));
        if (!result.warnings().isEmpty()) {
            String rules = result.warnings().stream()
                    .map(CountedWarning::rule)
                    .distinct()
                    .collect(Collectors.joining(" "));
            cells.put(CommonResults.WARNINGS.name(), TableCell.words(rules));
        }
        result.visibility().ifPresent(report -> {
            cells.put(CommonResults.RACES.name(), TableCell.of(report.races().size()));
            cells.put(
                    CommonResults.MISUSES.name(), TableCell.of(report.misuses().size()));
        });
        cells.put(CORRECT, TableCell.of(result.correct()));
        return cells;
    }

    private static TableCell cell(ResultValue measure) {
        if (measure instanceof ResultValue.Count count) {
            return TableCell.of(count.value());
        } else if (measure instanceof ResultValue.Quantity quantity) {
            return TableCell.of(quantity.value());
        }
        return TableCell.words(((ResultValue.Text) measure).value());
    }
}
