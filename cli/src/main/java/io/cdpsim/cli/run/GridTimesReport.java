package io.cdpsim.cli.run;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.observe.times.GridSums;
import io.cdpsim.observe.times.GridTimes;
import io.cdpsim.profile.ClockSpec;
import io.cdpsim.workloads.CommonResults;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** For how long the grids of each kernel and of each depth ran, as people and programs read it. */
final class GridTimesReport {
    private final GridTimes times;
    private final ClockSpec clock;

    /** @param clock turns cycles into microseconds */
    GridTimesReport(GridTimes times, ClockSpec clock) {
        this.times = times;
        this.clock = clock;
    }

    /** Tables by kernel and by depth; without the second where it says the same, and empty where one grid ran or none. */
    String tables() {
        Map<String, GridSums> kernels = times.byKernel();
        Map<Integer, GridSums> depths = times.byDepth();
        if (kernels.values().stream().mapToLong(GridSums::grids).sum() < 2) {
            return "";
        }
        TextTable byKernel = header("kernel");
        kernels.forEach((kernel, sums) -> row(byKernel, kernel, sums));
        if (depths.size() < 2 || List.copyOf(depths.values()).equals(List.copyOf(kernels.values()))) {
            return "\n" + byKernel;
        }
        TextTable byDepth = header("depth");
        depths.forEach((depth, sums) -> row(byDepth, Integer.toString(depth), sums));
        return "\n" + byKernel + "\n" + byDepth;
    }

    private static TextTable header(String of) {
        return new TextTable(Align.LEFT, Align.RIGHT, Align.RIGHT, Align.RIGHT, Align.RIGHT, Align.RIGHT)
                .row(of, "grids", "busy", "mean", "longest", "mean wait");
    }

    private void row(TextTable table, String of, GridSums sums) {
        table.row(
                of,
                NumberFormats.count(sums.grids()),
                time((double) sums.busyCycles()),
                time(sums.meanRunCycles()),
                time((double) sums.longestCycles()),
                time(sums.meanWaitCycles()));
    }

    private String time(double cycles) {
        return NumberFormats.time(micros(cycles));
    }

    private double micros(double cycles) {
        return cycles * clock.microsFromCycles(1);
    }

    /** Writes the lists {@code by_kernel} and {@code by_depth}. */
    void write(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart(CommonResults.KERNELS.name());
        for (Map.Entry<String, GridSums> each : times.byKernel().entrySet()) {
            json.writeStartObject();
            json.writeStringField("kernel", each.getKey());
            write(json, each.getValue());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart(CommonResults.DEPTHS.name());
        for (Map.Entry<Integer, GridSums> each : times.byDepth().entrySet()) {
            json.writeStartObject();
            json.writeNumberField("depth", each.getKey());
            write(json, each.getValue());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void write(JsonGenerator json, GridSums sums) throws IOException {
        json.writeNumberField("grids", sums.grids());
        json.writeNumberField("busy_us", micros((double) sums.busyCycles()));
        json.writeNumberField("run_mean_us", micros(sums.meanRunCycles()));
        json.writeNumberField("run_max_us", micros((double) sums.longestCycles()));
        json.writeNumberField("wait_mean_us", micros(sums.meanWaitCycles()));
    }
}
