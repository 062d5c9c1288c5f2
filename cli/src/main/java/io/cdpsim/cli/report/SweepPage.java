package io.cdpsim.cli.report;

import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.cli.output.ProgramVersion;
import io.cdpsim.experiments.sweep.plan.PointRunner;
import io.cdpsim.experiments.sweep.plan.Sweep;
import io.cdpsim.experiments.sweep.plan.Sweep.SweepPoint;
import io.cdpsim.experiments.sweep.plan.SweepAxis;
import io.cdpsim.experiments.sweep.row.SweepColumns;
import io.cdpsim.experiments.sweep.row.SweepRow;
import io.cdpsim.workloads.CommonResults;
import io.cdpsim.workloads.ErrorStatistics;
import io.cdpsim.workloads.InvalidInputException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A sweep as a page: a chart for each parameter, the fastest points, the failed points. */
public final class SweepPage {
    /** Number of the fastest points that are listed, each with the error seen on hardware. */
    private static final int LISTED = 50;

    /** Most points for which each is shown with that error. */
    private static final int FEW = 300;

    /** Most profiles whose hashes are listed; the rows have all. */
    private static final int FEW_HASHES = 8;

    /** Most failed points in the page. */
    private static final int FAILED_KEPT = 1_000;

    private final String command;
    private final Sweep sweep;
    private final List<SweepRow> rows;
    private final PointRunner runner;
    private final Map<Integer, Optional<Double>> errors = new HashMap<>();

    /**
     * The page of a sweep.
     *
     * @param rows the rows of the sweep or of a shard
     * @param command the command of the sweep
     */
    public SweepPage(Sweep sweep, Collection<SweepRow> rows, String command) {
        this.command = command;
        this.sweep = sweep;
        this.rows = List.copyOf(rows);
        runner = new PointRunner(sweep);
    }

    /** The page as text. */
    public String text() {
        return HtmlPage.ofDrawings("sweep of " + sweep.workload().name(), this::write);
    }

    private SweepPoint point(SweepRow row) {
        return sweep.points().get(row.point() - 1);
    }

    private static boolean isSound(SweepRow row) {
        return row.error().isEmpty() && row.timeMicros().isPresent();
    }

    private void write(JsonWriter json) {
        List<SweepRow> sound = rows.stream()
                .filter(SweepPage::isSound)
                .sorted(Comparator.comparingDouble(each -> each.timeMicros().orElse(0)))
                .toList();
        long failed = rows.stream().filter(each -> !isSound(each)).count();
        sound.stream().limit(sound.size() <= FEW ? sound.size() : LISTED).forEach(this::error);
        json.put("kind", "sweep");
        json.put("title", "Sweep of " + sweep.workload().name());
        List<Map.Entry<String, String>> lines = new ArrayList<>();
        lines.add(Map.entry("points", NumberFormats.count(rows.size())));
        lines.add(Map.entry("failed", NumberFormats.count(failed)));
        lines.addAll(sweep.question().fixed().entrySet());
        lines.add(Map.entry(CommonResults.COMMAND.label(), command));
        lines.add(Map.entry(CommonResults.VERSION.label(), ProgramVersion.number()));
        lines.add(Map.entry(CommonResults.INPUTS_HASH.label(), sweep.filesHash()));
        List<String> hashes = rows.stream()
                .flatMap(each -> each.text(SweepColumns.PROFILE_HASH).stream())
                .distinct()
                .toList();
        if (hashes.size() <= FEW_HASHES) {
            lines.add(Map.entry(CommonResults.PROFILE_HASH.label(), String.join(", ", hashes)));
        }
        json.pairs("summary", lines, Map.Entry::getKey, Map.Entry::getValue);
        List<SweepAxis> axes = sweep.question().axes();
        for (SweepAxis axis : axes) {
            for (String value : axis.values()) {
                sound.stream()
                        .filter(each -> value.equals(point(each).varied().get(axis.name())))
                        .findFirst()
                        .ifPresent(this::error);
            }
        }
        json.objects("axes", axes, axis -> {
            json.put("name", axis.name());
            json.strings("values", axis.values());
        });
        charts(json, axes, rows.stream().filter(SweepPage::isSound).toList(), origin(lines));
        List<SweepRow> kept = new ArrayList<>(sound);
        rows.stream().filter(each -> !isSound(each)).limit(FAILED_KEPT).forEach(kept::add);
        json.objects("rows", kept, each -> row(json, each));
    }

    private static String origin(List<Map.Entry<String, String>> lines) {
        return lines.stream()
                .filter(each ->
                        !each.getKey().equals("points") && !each.getKey().equals("failed"))
                .map(each -> each.getKey() + ": " + each.getValue())
                .collect(Collectors.joining("; "));
    }

    private void charts(JsonWriter json, List<SweepAxis> axes, List<SweepRow> sound, String origin) {
        List<SweepCharts.TimedPoint> points = sound.stream()
                .sorted(Comparator.comparingInt(SweepRow::point))
                .map(each -> new SweepCharts.TimedPoint(
                        point(each).varied(),
                        each.timeMicros().orElse(0),
                        errors.getOrDefault(each.point(), Optional.empty())))
                .toList();
        json.objects("charts", new SweepCharts(axes, points, origin).charts(), each -> {
            json.put("title", each.title());
            json.put("file", each.file());
            json.put("svg", each.svg());
            json.strings("notes", each.notes());
        });
    }

    private void row(JsonWriter json, SweepRow row) {
        json.numbers(
                "values",
                sweep.question().axes().stream()
                        .map(axis -> axis.values().indexOf(point(row).varied().get(axis.name())))
                        .toList());
        if (isSound(row)) {
            json.put("micros", row.timeMicros().orElse(0));
        } else {
            json.putNull("micros");
            json.put("problem", row.error());
        }
        Optional<Double> error = errors.getOrDefault(row.point(), Optional.empty());
        if (error.isPresent()) {
            json.put("error", error.get());
        } else {
            json.putNull("error");
        }
    }

    /** Looks up the mean error seen on hardware in runs like a row. Only for rows that are shown with it. */
    private void error(SweepRow row) {
        errors.computeIfAbsent(row.point(), number -> {
            try {
                return runner.trust(point(row), row).errors().map(ErrorStatistics::mean);
            } catch (InvalidInputException e) {
                return Optional.empty();
            }
        });
    }
}
