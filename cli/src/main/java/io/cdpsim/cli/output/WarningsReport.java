package io.cdpsim.cli.output;

import io.cdpsim.observe.WarningLog.CountedWarning;
import java.util.List;

/** The warnings of a run as JSON. */
public final class WarningsReport {
    private WarningsReport() {}

    /** Writes them as the field {@code warnings} of an object. */
    public static void write(JsonWriter json, List<CountedWarning> warnings) {
        json.objects("warnings", warnings, each -> {
            json.put("rule", each.rule());
            json.put("message", each.message());
            json.put("count", each.count());
        });
    }
}
