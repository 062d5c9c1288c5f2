package io.cdpsim.cli.run;

import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.observe.times.GridTimeRecorder;
import io.cdpsim.observe.times.GridTimeTotals;
import io.cdpsim.profile.ClockSpec;
import io.cdpsim.workloads.CommonResults;
import java.util.List;
import java.util.Map;

/** For how long the grids of each kernel and of each depth ran, as people and programs read it. */
final class GridTimesReport {
    private final GridTimeRecorder times;
    private final ClockSpec clock;

    /** @param clock turns cycles into microseconds */
    GridTimesReport(GridTimeRecorder times, ClockSpec clock) {
        this.times = times;
        this.clock = clock;
    }

    /** Tables by kernel and by depth; without the second where it says the same, and empty where one grid ran or none. */
    String tables() {
        Map<String, GridTimeTotals> kernels = times.byKernel();
        Map<Integer, GridTimeTotals> depths = times.byDepth();
        if (kernels.values().stream().mapToLong(GridTimeTotals::grids).sum() < 2) {
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

    private void row(TextTable table, String of, GridTimeTotals sums) {
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
    void write(JsonWriter json) {
        json.objects(CommonResults.KERNELS.name(), times.byKernel().entrySet(), each -> {
            json.put("kernel", each.getKey());
            write(json, each.getValue());
        });
        json.objects(CommonResults.DEPTHS.name(), times.byDepth().entrySet(), each -> {
            json.put("depth", each.getKey());
            write(json, each.getValue());
        });
    }

    private void write(JsonWriter json, GridTimeTotals sums) {
        json.put("grids", sums.grids());
        json.put("busy_us", micros((double) sums.busyCycles()));
        json.put("run_mean_us", micros(sums.meanRunCycles()));
        json.put("run_max_us", micros((double) sums.longestCycles()));
        json.put("wait_mean_us", micros(sums.meanWaitCycles()));
    }
}
