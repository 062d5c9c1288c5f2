package io.cdpsim.cli.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cdpsim.cli.output.WarningsReport;
import io.cdpsim.observe.WaitReason;
import io.cdpsim.observe.path.PathPart;
import io.cdpsim.observe.times.GridSums;
import io.cdpsim.observe.times.GridTimes;
import io.cdpsim.profile.ClockSpec;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.compare.Breakdown;
import io.cdpsim.workloads.trace.GridLife;
import io.cdpsim.workloads.trace.NumberOverTime;
import io.cdpsim.workloads.trace.RunTrace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A run as a page: summary, what its time consists of, its grids over time, what was counted meanwhile, what launching cost, warnings. */
public final class RunPage {
    private final RunResult result;
    private final List<LabeledValue> summary;
    private final Breakdown breakdown;
    private final GridTimes times;
    private final ClockSpec clock;
    private final List<GridLife> grids;
    private final List<NumberOverTime> numbers;
    private final String leftOut;
    private final Map<String, Integer> kernels = new LinkedHashMap<>();

    /**
     * The page of a run that has ended.
     *
     * @param result what it found
     * @param summary the same as lines
     * @param breakdown what its time consists of
     * @param times for how long grids waited and ran
     * @param trace what happened, finished
     * @param clock turns cycles into time
     */
    public RunPage(
            RunResult result,
            List<LabeledValue> summary,
            Breakdown breakdown,
            GridTimes times,
            RunTrace trace,
            ClockSpec clock) {
        this.result = result;
        this.summary = List.copyOf(summary);
        this.breakdown = breakdown;
        this.times = times;
        this.clock = clock;
        grids = new ArrayList<>(trace.lives());
        // In the order of launching, numbers and times of launches differ little from one to the next.
        grids.sort(Comparator.comparingLong(GridLife::grid));
        numbers = trace.numbers();
        leftOut = trace.leftOut();
        grids.forEach(each -> kernels.putIfAbsent(each.kernel(), kernels.size()));
    }

    /** The page as text. */
    public String text() {
        return HtmlPage.of(result.workload() + " on " + result.profile(), this::write, columns());
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
        for (NumberOverTime each : numbers) {
            columns.add(each.count(), each::time);
            columns.add(each.count(), each::value);
        }
        return columns.text();
    }

    /** The index of the reason for which it waited longest, from 1; 0 if it did not wait. */
    @SuppressWarnings("EnumOrdinal") // The page has the same list of words.
    private static int mostly(GridLife grid) {
        return grid.waits().entrySet().stream()
                .max(Map.Entry.<WaitReason, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(each -> each.getKey().ordinal() + 1)
                .orElse(0);
    }

    private void write(JsonGenerator json) throws IOException {
        json.writeStringField("kind", "run");
        json.writeStringField("title", result.workload() + " on " + result.profile());
        json.writeNumberField("micros", result.timeMicros());
        json.writeNumberField("microsPerCycle", clock.microsFromCycles(1));
        json.writeArrayFieldStart("summary");
        for (LabeledValue each : summary) {
            pair(json, each.label(), each.value());
        }
        json.writeEndArray();
        breakdown(json);
        json.writeNumberField("grids", grids.size());
        json.writeStringField("leftOut", leftOut);
        strings(json, "kernels", List.copyOf(kernels.keySet()));
        List<String> reasons = new ArrayList<>();
        for (WaitReason each : WaitReason.values()) {
            reasons.add(words(each));
        }
        strings(json, "reasons", reasons);
        waits(json);
        json.writeArrayFieldStart("numbers");
        for (NumberOverTime each : numbers) {
            json.writeStartObject();
            json.writeStringField("name", each.name());
            json.writeNumberField("device", each.device());
            json.writeNumberField("count", each.count());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("byKernel");
        for (Map.Entry<String, GridSums> each : times.byKernel().entrySet()) {
            sums(json, each.getKey(), each.getValue());
        }
        json.writeEndArray();
        json.writeArrayFieldStart("byDepth");
        for (Map.Entry<Integer, GridSums> each : times.byDepth().entrySet()) {
            sums(json, each.getKey().toString(), each.getValue());
        }
        json.writeEndArray();
        WarningsReport.write(json, result.warnings());
    }

    private void breakdown(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("breakdown");
        for (PathPart each : PathPart.values()) {
            json.writeStartObject();
            json.writeStringField("part", each.words());
            json.writeNumberField("micros", breakdown.micros(each));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void waits(JsonGenerator json) throws IOException {
        Map<WaitReason, Long> sums = new EnumMap<>(WaitReason.class);
        grids.forEach(grid -> grid.waits().forEach((reason, cycles) -> sums.merge(reason, cycles, Long::sum)));
        json.writeArrayFieldStart("waits");
        for (Map.Entry<WaitReason, Long> each : sums.entrySet()) {
            json.writeStartObject();
            json.writeStringField("reason", words(each.getKey()));
            json.writeNumberField("micros", clock.microsFromCycles(each.getValue()));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static String words(WaitReason reason) {
        return reason.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private void sums(JsonGenerator json, String of, GridSums sums) throws IOException {
        double micros = clock.microsFromCycles(1);
        json.writeStartObject();
        json.writeStringField("of", of);
        json.writeNumberField("grids", sums.grids());
        json.writeNumberField("busy", micros * sums.busyCycles());
        json.writeNumberField("run", micros * sums.meanRunCycles());
        json.writeNumberField("longest", micros * sums.longestCycles());
        json.writeNumberField("wait", micros * sums.meanWaitCycles());
        json.writeEndObject();
    }

    private static void strings(JsonGenerator json, String name, List<String> all) throws IOException {
        json.writeArrayFieldStart(name);
        for (String each : all) {
            json.writeString(each);
        }
        json.writeEndArray();
    }

    private static void pair(JsonGenerator json, String label, String value) throws IOException {
        json.writeStartArray();
        json.writeString(label);
        json.writeString(value);
        json.writeEndArray();
    }
}
