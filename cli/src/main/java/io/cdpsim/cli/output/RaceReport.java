package io.cdpsim.cli.output;

import io.cdpsim.memory.visibility.report.VisibilityReport;
import io.cdpsim.memory.visibility.report.VisibilityReport.Race;
import io.cdpsim.memory.visibility.report.VisibilityReport.RacingAccess;
import io.cdpsim.memory.visibility.report.VisibilityReport.UndefinedUse;
import io.cdpsim.observe.WarningLog.CountedWarning;
import java.util.List;
import java.util.Locale;

/** The report of the visibility checker as text and as JSON, documented in docs/use/checker.md. */
public final class RaceReport {
    private RaceReport() {}

    /** The number of places in a few words. */
    public static String summary(VisibilityReport report) {
        if (report.isClean()) {
            return "none";
        }
        return report.races().size() + report.misuses().size() + " place"
                + (report.races().size() + report.misuses().size() == 1 ? "" : "s");
    }

    /** All races and undefined uses with their fixes; empty if there are none. */
    public static String text(VisibilityReport report) {
        StringBuilder text = new StringBuilder();
        int number = 0;
        for (Race race : report.races()) {
            append(text, ++number, race);
        }
        for (UndefinedUse misuse : report.misuses()) {
            text.append('\n')
                    .append(++number)
                    .append(". undefined use (")
                    .append(misuse.rule())
                    .append(times(misuse.count()))
                    .append(")\n     ")
                    .append(misuse.message())
                    .append('\n');
        }
        return text.toString();
    }

    private static void append(StringBuilder text, int number, Race race) {
        text.append('\n')
                .append(number)
                .append(". ")
                .append(race.kind().title())
                .append(" (")
                .append(race.kind().rule())
                .append(times(race.count()))
                .append(")\n");
        line(text, "first", accessor(race.first()));
        line(text, "then", accessor(race.second()));
        boolean read =
                race.first().does().equals("reads") || race.second().does().equals("reads");
        line(
                text,
                read ? "may see" : "may be left",
                String.join(" or ", race.values()) + " at 0x" + Long.toHexString(race.address()));
        line(text, "missing", race.kind().missing());
        line(text, "fix", race.kind().fix());
    }

    private static void line(StringBuilder text, String label, String value) {
        text.append("     ")
                .append(label)
                .append(" ".repeat(13 - label.length()))
                .append(value)
                .append('\n');
    }

    private static String times(long count) {
        return count == 1 ? "" : ", seen " + NumberFormats.count(count) + " times";
    }

    private static String accessor(RacingAccess accessor) {
        String who = accessor.isKernel()
                ? "kernel " + accessor.code() + " (grid " + accessor.grid() + "), block " + accessor.block()
                        + ", thread " + accessor.thread()
                : accessor.code();
        String how = accessor.strength().equals("weak") ? "" : ", " + accessor.strength();
        return who + " " + accessor.does() + how + ": " + accessor.place();
    }

    /** Writes the fields {@code races} and {@code misuses}. */
    public static void write(JsonWriter json, VisibilityReport report) {
        json.objects("races", report.races(), race -> {
            json.put("kind", race.kind().name().toLowerCase(Locale.ROOT));
            json.put("rule", race.kind().rule());
            json.put("count", race.count());
            write(json, "first", race.first());
            write(json, "second", race.second());
            json.put("address", "0x" + Long.toHexString(race.address()));
            json.strings("values", race.values());
            json.put("missing", race.kind().missing());
            json.put("mend", race.kind().fix());
        });
        json.objects("misuses", report.misuses(), misuse -> {
            json.put("rule", misuse.rule());
            json.put("message", misuse.message());
            json.put("count", misuse.count());
        });
    }

    private static void write(JsonWriter json, String name, RacingAccess accessor) {
        json.object(name, () -> {
            json.put(accessor.isKernel() ? "kernel" : "operation", accessor.code());
            json.put("grid", accessor.grid());
            json.put("block", accessor.block());
            json.put("thread", accessor.thread());
            json.put("place", accessor.place());
            json.put("does", accessor.does());
            json.put("strength", accessor.strength());
        });
    }

    /** Writes the warnings of a run as JSON. */
    public static final class WarningsReport {
        private WarningsReport() {}

        /** Writes the field {@code warnings} of an object. */
        public static void write(JsonWriter json, List<CountedWarning> warnings) {
            json.objects("warnings", warnings, each -> {
                json.put("rule", each.rule());
                json.put("message", each.message());
                json.put("count", each.count());
            });
        }
    }
}
