package io.cdpsim.experiments.sweep.plan;

import io.cdpsim.experiments.sweep.plan.Sweep.SweepPoint;
import io.cdpsim.experiments.sweep.row.SweepColumns;
import io.cdpsim.experiments.sweep.row.SweepRow;
import io.cdpsim.experiments.sweep.row.TableCell;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.ProfileException;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.runtime.launch.LaunchBombException;
import io.cdpsim.runtime.load.KernelLoadException;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaException;
import io.cdpsim.workloads.InputCache;
import io.cdpsim.workloads.InvalidInputException;
import io.cdpsim.workloads.OptionValues;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.ResultValue;
import io.cdpsim.workloads.RunRequest;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.TimeAccuracy;
import io.cdpsim.workloads.WorkloadOption;
import io.cdpsim.workloads.Workloads;
import io.cdpsim.workloads.graph.GraphFormatException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Runs points of a sweep, from any number of threads. Shared inputs, such as graphs and profiles, are read once. */
public final class PointRunner {
    private final Sweep sweep;
    private final List<OutputMetric> metrics;
    private final InputCache inputs = new InputCache();

    /** Creates a runner. */
    public PointRunner(Sweep sweep) {
        this.sweep = sweep;
        this.metrics = sweep.question().metrics().entrySet().stream()
                .map(each -> OutputMetric.of(each.getKey(), each.getValue()))
                .toList();
    }

    /** The cache key of a profile with changed fields. */
    private record ChangedProfile(String name, List<String> overrides) {
        GpuProfile load() {
            return Profiles.load(name, overrides);
        }
    }

    /**
     * Runs a point. The same point gives the same row in every process and beside any other points.
     *
     * @return the row; with the reason where the point cannot run or its program fails
     */
    public SweepRow run(SweepPoint point) {
        Map<String, TableCell> cells = asked(point);
        try {
            cells.put(SweepColumns.PROFILE_HASH, TableCell.words(profileHash(point)));
            RunResult result = simulate(point);
            SweepColumns.cells(result).forEach(cells::putIfAbsent);
            String error = error(result);
            if (error.isEmpty()) {
                addMetrics(cells, result);
            }
            if (!error.isEmpty()) {
                cells.put(SweepColumns.ERROR, TableCell.words(error));
            }
        } catch (InvalidInputException
                | ProfileException
                | GraphFormatException
                | KernelLoadException
                | CudaException
                | StuckException
                | LaunchBombException e) {
            if (e.getCause() instanceof OutOfMemoryError memory) {
                // A transient fault of this computer, which no row of the point may contain
                throw memory;
            }
            cells.put(SweepColumns.ERROR, TableCell.words(oneLine(String.valueOf(e.getMessage()))));
        }
        return row(point, cells);
    }

    private void addMetrics(Map<String, TableCell> cells, RunResult result) {
        String output = result.measures().stream()
                .filter(each -> each.name().equals(SweepColumns.OUTPUT))
                .map(each -> ((ResultValue.Text) each).value())
                .findFirst()
                .orElse("");
        for (OutputMetric each : metrics) {
            cells.put(each.name(), each.in(output));
        }
    }

    /** The row of a point that did not finish because of the computer or CDPSim, not because of the point. */
    public SweepRow unfinished(SweepPoint point, String reason) {
        Map<String, TableCell> cells = asked(point);
        cells.put(SweepColumns.ERROR, TableCell.words(oneLine(reason)));
        return row(point, cells);
    }

    /** The cells in the order of the columns. */
    private SweepRow row(SweepPoint point, Map<String, TableCell> cells) {
        Map<String, TableCell> ordered = new LinkedHashMap<>();
        for (String column : sweep.columns()) {
            TableCell cell = cells.get(column);
            if (cell != null) {
                ordered.put(column, cell);
            }
        }
        return new SweepRow(point.number(), ordered);
    }

    private Map<String, TableCell> asked(SweepPoint point) {
        Map<String, TableCell> cells = new LinkedHashMap<>();
        cells.put(SweepColumns.POINT, TableCell.of(point.number()));
        point.varied().forEach((name, value) -> cells.put(name, TableCell.written(value)));
        cells.put(SweepColumns.SEED, TableCell.of(point.seed()));
        return cells;
    }

    private static String error(RunResult result) {
        if (!result.correct()) {
            return oneLine(result.failure());
        }
        return result.racesUnmeant() ? "the program has races or undefined uses; 'run' with --check lists them" : "";
    }

    private static String oneLine(String text) {
        return text.lines().map(String::strip).collect(Collectors.joining("; "));
    }

    /**
     * How accurate the time of a point is.
     *
     * @param row its result
     * @throws InvalidInputException if it cannot run
     */
    public TimeAccuracy trust(SweepPoint point, SweepRow row) {
        return Workloads.trust(sweep.workload(), request(point), row.wasPoolFull());
    }

    private RunResult simulate(SweepPoint point) {
        return Workloads.run(sweep.workload(), request(point));
    }

    /** The hash of the profile of a point, which many points share. */
    private String profileHash(SweepPoint point) {
        return inputs.get(new HashedProfile(profile(point)), String.class, HashedProfile::hash);
    }

    /** The cache key of the hash of a profile. */
    private record HashedProfile(ChangedProfile profile) {
        String hash() {
            return RunOrigin.profileHash(profile.name(), profile.overrides());
        }
    }

    private Map<String, String> values(SweepPoint point) {
        Map<String, String> all = new LinkedHashMap<>(sweep.question().fixed());
        all.putAll(point.varied());
        return all;
    }

    private ChangedProfile profile(SweepPoint point) {
        List<String> overrides = new ArrayList<>();
        Map<String, String> all = values(point);
        all.forEach((name, value) -> {
            if (sweep.setting(name) instanceof SweepParameter.OfProfile field) {
                overrides.add(sweep.profiles().override(field.path(), value));
            }
        });
        return new ChangedProfile(value(all, MachineOptions.PROFILE), List.copyOf(overrides));
    }

    private RunRequest request(SweepPoint point) {
        OptionValues options = OptionValues.of(sweep.workload());
        Map<String, String> machine = new LinkedHashMap<>();
        Map<String, String> all = values(point);
        for (Map.Entry<String, String> each : all.entrySet()) {
            SweepParameter setting = sweep.setting(each.getKey());
            if (setting instanceof SweepParameter.OfWorkload) {
                options = options.with(each.getKey(), each.getValue());
            } else if (setting instanceof SweepParameter.OfMachine) {
                machine.put(each.getKey(), each.getValue());
            }
        }
        ChangedProfile profile = profile(point);
        MachineSettings settings = MachineSettings.of(inputs.get(profile, GpuProfile.class, ChangedProfile::load))
                .withSeed(point.seed())
                .withPolicy(value(machine, MachineOptions.POLICY))
                .withStrict(value(machine, MachineOptions.STRICT))
                .withCheck(value(machine, MachineOptions.CHECK));
        return new RunRequest(options, settings, new Progress(), inputs);
    }

    private static <T> T value(Map<String, String> given, WorkloadOption<T> option) {
        String text = given.get(option.name());
        return text == null
                ? option.defaultValue().orElseThrow()
                : option.type().read(text);
    }
}
