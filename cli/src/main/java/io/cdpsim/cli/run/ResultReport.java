package io.cdpsim.cli.run;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cdpsim.cli.output.Figures;
import io.cdpsim.cli.output.JsonObject;
import io.cdpsim.cli.output.RaceReport;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.memory.visibility.report.VisibilityReport;
import io.cdpsim.workloads.GridStatistics;
import io.cdpsim.workloads.Measure;
import io.cdpsim.workloads.RunResult;
import java.io.IOException;

/** A result as people and programs read it. The JSON names are documented in docs/cli.md and do not change. */
final class ResultReport {
    private ResultReport() {}

    static String table(RunResult result) {
        GridStatistics grids = result.grids();
        TextTable table = new TextTable(Align.LEFT, Align.LEFT)
                .row("workload", result.workload())
                .row("profile", result.profile());
        for (Measure each : result.measures()) {
            if (each instanceof Measure.Text text) {
                table.row(text.label(), text.value());
            }
        }
        table.row("simulated time", Figures.time(result.timeMicros()))
                .row("cycles", Figures.count(result.cycles()))
                .row("child launches", Figures.count(grids.childLaunches()))
                .row("failed launches", Figures.count(grids.failedLaunches()))
                .row("grids run", Figures.count(grids.gridsRun()))
                .row("pool high water", Figures.count(grids.poolHighWater()))
                .row("virtualized launches", Figures.count(grids.virtualizedLaunches()))
                .row("resident grids, most", Figures.count(grids.residentGridsMax()))
                .row("SM utilization", Figures.percent(result.smUtilization()))
                .row("launch overhead", Figures.percent(result.launchOverhead()) + " of warp time");
        for (Measure each : result.measures()) {
            if (each instanceof Measure.Count count) {
                table.row(count.label(), Figures.count(count.value()));
            } else if (each instanceof Measure.Quantity quantity) {
                table.row(quantity.label(), quantity(quantity));
            }
        }
        result.visibility().ifPresent(report -> table.row("races", RaceReport.summary(report) + meant(result, report)));
        table.row("correct", result.correct() ? "yes" : "no")
                .row("simulation took", Figures.time(1000 * result.wallMillis()));
        return table + result.visibility().map(RaceReport::text).orElse("");
    }

    private static String meant(RunResult result, VisibilityReport report) {
        String why = result.meantRaces().why();
        return report.isClean() || why.isEmpty() ? "" : ", meant: " + why;
    }

    static String json(RunResult result) {
        GridStatistics grids = result.grids();
        return JsonObject.text(json -> {
            json.writeStringField("workload", result.workload());
            json.writeStringField("profile", result.profile());
            json.writeNumberField("seed", result.seed());
            json.writeNumberField("time_us", result.timeMicros());
            json.writeNumberField("cycles", result.cycles());
            json.writeNumberField("child_launches", grids.childLaunches());
            json.writeNumberField("failed_launches", grids.failedLaunches());
            json.writeNumberField("grids_run", grids.gridsRun());
            json.writeNumberField("pool_high_water", grids.poolHighWater());
            json.writeNumberField("virtualized_launches", grids.virtualizedLaunches());
            json.writeNumberField("resident_grids_max", grids.residentGridsMax());
            json.writeNumberField("sm_utilization", result.smUtilization());
            json.writeNumberField("launch_overhead", result.launchOverhead());
            for (Measure each : result.measures()) {
                write(json, each);
            }
            json.writeBooleanField("correct", result.correct());
            if (!result.correct()) {
                json.writeStringField("failure", result.failure());
            }
            if (result.visibility().isPresent()) {
                RaceReport.write(json, result.visibility().get());
                if (!result.meantRaces().why().isEmpty()) {
                    json.writeStringField("races_meant", result.meantRaces().why());
                }
            }
            json.writeNumberField("wall_ms", result.wallMillis());
        });
    }

    private static void write(JsonGenerator json, Measure measure) throws IOException {
        if (measure instanceof Measure.Count count) {
            json.writeNumberField(count.name(), count.value());
        } else if (measure instanceof Measure.Quantity quantity) {
            json.writeNumberField(quantity.name(), quantity.value());
        } else if (measure instanceof Measure.Text text) {
            json.writeStringField(text.name(), text.value());
        }
    }

    private static String quantity(Measure.Quantity quantity) {
        return quantity.unit().equals("us")
                ? Figures.time(quantity.value())
                : (Figures.digits(quantity.value()) + " " + quantity.unit()).stripTrailing();
    }
}
