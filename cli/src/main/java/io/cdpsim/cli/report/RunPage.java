package io.cdpsim.cli.report;

import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.RaceReport;
import io.cdpsim.experiments.compare.TimeBreakdown;
import io.cdpsim.experiments.trace.DeviceCounter;
import io.cdpsim.experiments.trace.GridLifetime;
import io.cdpsim.experiments.trace.RunTrace;
import io.cdpsim.observe.RunEvent.WaitReason;
import io.cdpsim.observe.path.CriticalPathBreakdown.CriticalPathComponent;
import io.cdpsim.observe.times.GridTimeRecorder;
import io.cdpsim.observe.times.GridTimeTotals;
import io.cdpsim.profile.ClockSpec;
import io.cdpsim.workloads.RunResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** A run as a page: summary, parts of its time, grids and graphs over time, counters, costs of launches, warnings. */
public final class RunPage {
    private final RunResult result;
    private final List<SummaryLine> summary;
    private final TimeBreakdown breakdown;
    private final GridTimeRecorder times;
    private final ClockSpec clock;
    private final List<GridLifetime> grids;
    private final List<DeviceCounter> numbers;
    private final GraphLaunchJson graphs;
    private final String leftOut;
    private final Map<String, Integer> kernels = new LinkedHashMap<>();

    /**
     * The page of a run that has ended.
     *
     * @param result the result
     * @param summary the result as lines
     * @param breakdown the parts of its time
     * @param times the times that grids waited and ran
     * @param trace the finished trace
     * @param clock converts cycles to time
     */
    public RunPage(
            RunResult result,
            List<SummaryLine> summary,
            TimeBreakdown breakdown,
            GridTimeRecorder times,
            RunTrace trace,
            ClockSpec clock) {
        this.result = result;
        this.summary = List.copyOf(summary);
        this.breakdown = breakdown;
        this.times = times;
        this.clock = clock;
        grids = new ArrayList<>(trace.lives());
        // Sorted by launch, since the packed columns hold differences of neighbours.
        grids.sort(Comparator.comparingLong(GridLifetime::grid));
        numbers = trace.numbers();
        graphs = new GraphLaunchJson(trace.graphs(), trace.finishedAt());
        leftOut = trace.leftOut();
        grids.forEach(each -> kernels.putIfAbsent(each.kernel(), kernels.size()));
    }

    /** The page as text. */
    public String text() {
        return HtmlPage.ofTimes(result.workload() + " on " + result.profile(), this::write, columns());
    }

    private String columns() {
        Base64Columns columns = new Base64Columns();
        int n = grids.size();
        columns.add(n, row -> grids.get(row).posted());
        columns.add(n, row -> grids.get(row).started() - grids.get(row).posted());
        columns.add(n, row -> grids.get(row).bodyEnded() - grids.get(row).started());
        columns.add(n, row -> grids.get(row).completed() - grids.get(row).bodyEnded());
        columns.add(n, row -> grids.get(row).grid());
        columns.add(n, row -> grids.get(row).parent());
        columns.add(n, row -> kernels.getOrDefault(grids.get(row).kernel(), 0));
        columns.add(n, row -> grids.get(row).device());
        columns.add(n, row -> grids.get(row).depth());
        columns.add(n, row -> grids.get(row).blocks());
        columns.add(n, row -> grids.get(row).threadsPerBlock());
        columns.add(n, row -> mostly(grids.get(row)));
        for (DeviceCounter each : numbers) {
            columns.add(each.count(), each::time);
            columns.add(each.count(), each::value);
        }
        return columns.text();
    }

    /** The index of the reason for its longest wait, from 1; 0 if it did not wait. */
    @SuppressWarnings("EnumOrdinal") // The page has the same list of words.
    private static int mostly(GridLifetime grid) {
        return grid.waits().entrySet().stream()
                .max(Map.Entry.<WaitReason, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(each -> each.getKey().ordinal() + 1)
                .orElse(0);
    }

    private void write(JsonWriter json) {
        json.put("kind", "run");
        json.put("title", result.workload() + " on " + result.profile());
        json.put("micros", result.timeMicros());
        json.put("microsPerCycle", clock.microsFromCycles(1));
        json.pairs("summary", summary, SummaryLine::label, SummaryLine::value);
        breakdown(json);
        json.put("grids", grids.size());
        json.put("leftOut", leftOut);
        graphs.write(json);
        json.strings("kernels", kernels.keySet());
        json.strings(
                "reasons", Stream.of(WaitReason.values()).map(RunPage::words).toList());
        waits(json);
        json.objects("numbers", numbers, each -> {
            json.put("name", each.name());
            json.put("device", each.device());
            json.put("count", each.count());
        });
        json.objects("byKernel", times.byKernel().entrySet(), each -> sums(json, each.getKey(), each.getValue()));
        json.objects(
                "byDepth",
                times.byDepth().entrySet(),
                each -> sums(json, each.getKey().toString(), each.getValue()));
        RaceReport.WarningsReport.write(json, result.warnings());
    }

    private void breakdown(JsonWriter json) {
        json.objects("breakdown", List.of(CriticalPathComponent.values()), each -> {
            json.put("part", each.words());
            json.put("micros", breakdown.micros(each));
        });
    }

    private void waits(JsonWriter json) {
        Map<WaitReason, Long> sums = new EnumMap<>(WaitReason.class);
        grids.forEach(grid -> grid.waits().forEach((reason, cycles) -> sums.merge(reason, cycles, Long::sum)));
        json.objects("waits", sums.entrySet(), each -> {
            json.put("reason", words(each.getKey()));
            json.put("micros", clock.microsFromCycles(each.getValue()));
        });
    }

    private static String words(WaitReason reason) {
        return reason.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private void sums(JsonWriter json, String of, GridTimeTotals sums) {
        double micros = clock.microsFromCycles(1);
        json.put("of", of);
        json.put("grids", sums.grids());
        json.put("busy", micros * sums.busyCycles());
        json.put("run", micros * sums.meanRunCycles());
        json.put("longest", micros * sums.longestCycles());
        json.put("wait", micros * sums.meanWaitCycles());
    }

    /**
     * A line of a summary.
     *
     * @param label the name of the value
     * @param value the value; a continuation line has an empty label
     */
    public record SummaryLine(String label, String value) {}
}
