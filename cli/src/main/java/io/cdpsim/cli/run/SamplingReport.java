package io.cdpsim.cli.run;

import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.cli.report.RunPage;
import io.cdpsim.gpu.sampling.SamplingCounts;
import io.cdpsim.workloads.CommonResults;
import java.util.List;

/** What a run has sampled, as text and as JSON. */
final class SamplingReport {
    private SamplingReport() {}

    static List<RunPage.SummaryLine> facts(SamplingCounts counts) {
        if (counts.sampledGrids() == 0) {
            return List.of(new RunPage.SummaryLine(
                    CommonResults.SAMPLING.label(),
                    "no grid: none has enough blocks that may run untimed, so all blocks were timed"));
        }
        String unlike = counts.unlikeBlocks() == 0
                ? ""
                : ", " + NumberFormats.count(counts.unlikeBlocks()) + " blocks unlike any timed one";
        return List.of(
                new RunPage.SummaryLine(
                        CommonResults.SAMPLING.label(),
                        NumberFormats.count(counts.sampledGrids()) + " of "
                                + NumberFormats.count(counts.grids()) + " grids: "
                                + NumberFormats.count(counts.timedBlocks()) + " of "
                                + NumberFormats.count(counts.timedBlocks() + counts.untimedBlocks())
                                + " blocks timed"),
                new RunPage.SummaryLine(
                        "", "expected error of their time " + NumberFormats.percent(counts.expectedError()) + unlike));
    }

    static void write(JsonWriter json, SamplingCounts counts) {
        json.object(CommonResults.SAMPLING.name(), () -> {
            json.put("grids", counts.grids());
            json.put("sampled_grids", counts.sampledGrids());
            json.put("timed_blocks", counts.timedBlocks());
            json.put("untimed_blocks", counts.untimedBlocks());
            json.put("unlike_blocks", counts.unlikeBlocks());
            json.put("expected_error", counts.expectedError());
        });
    }
}
