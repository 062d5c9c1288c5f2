package io.cdpsim.cli.run;

import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.report.LabeledValue;
import io.cdpsim.workloads.CommonResults;
import io.cdpsim.workloads.ErrorStatistics;
import io.cdpsim.workloads.MeasuredRegime;
import io.cdpsim.workloads.TimeAccuracy;
import java.util.ArrayList;
import java.util.List;

/** How far to trust a time, as people and programs read it. */
final class TrustReport {
    /** Beside labels of up to 26 characters, the longest that there are, it makes 100. */
    private static final int WIDTH = 72;

    private TrustReport() {}

    static List<LabeledValue> facts(TimeAccuracy trust) {
        List<LabeledValue> facts = new ArrayList<>();
        String label = CommonResults.TIME_TRUST.label();
        for (String idea : trust.lines()) {
            for (String line : TextTable.wrapped(idea, WIDTH)) {
                facts.add(new LabeledValue(label, line));
                label = "";
            }
        }
        return facts;
    }

    /** Writes the object that stands beside the time; without a regime it holds the words alone. */
    static void write(JsonWriter json, TimeAccuracy trust) {
        json.object(CommonResults.TIME_TRUST.name(), () -> {
            json.put("words", trust.words());
            if (trust.regime().isPresent() && trust.errors().isPresent()) {
                MeasuredRegime regime = trust.regime().get();
                json.put("bench", regime.bench());
                json.put("what", regime.what());
                json.put("pool", regime.pool());
                json.put("size", regime.size());
                ErrorStatistics errors = trust.errors().get();
                json.put("rows", errors.rows());
                json.put("fitted_rows", errors.fitted());
                json.put("mean_error", errors.mean());
                json.put("median_error", errors.median());
                json.put("p90_error", errors.p90());
                json.put("within_25", (double) errors.within25() / errors.rows());
                json.strings("outside", trust.differences());
            }
        });
    }
}
