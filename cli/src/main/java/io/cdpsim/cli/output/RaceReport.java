package io.cdpsim.cli.output;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cdpsim.memory.visibility.report.Accessor;
import io.cdpsim.memory.visibility.report.Misuse;
import io.cdpsim.memory.visibility.report.Race;
import io.cdpsim.memory.visibility.report.VisibilityReport;
import java.io.IOException;
import java.util.Locale;

/** What the visibility checker found, as people and programs read it. Documented in docs/checker.md. */
public final class RaceReport {
    private RaceReport() {}

    /** How much was found, in a few words. */
    public static String summary(VisibilityReport report) {
        if (report.isClean()) {
            return "none";
        }
        return report.races().size() + report.misuses().size() + " place"
                + (report.races().size() + report.misuses().size() == 1 ? "" : "s");
    }

    /** Everything found, each with what would mend it; empty if nothing was. */
    public static String text(VisibilityReport report) {
        StringBuilder text = new StringBuilder();
        int number = 0;
        for (Race race : report.races()) {
            append(text, ++number, race);
        }
        for (Misuse misuse : report.misuses()) {
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
        line(text, "mend", race.kind().mend());
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

    private static String accessor(Accessor accessor) {
        String who = accessor.isKernel()
                ? "kernel " + accessor.code() + " (grid " + accessor.grid() + "), block " + accessor.block()
                        + ", thread " + accessor.thread()
                : accessor.code();
        String how = accessor.strength().equals("weak") ? "" : ", " + accessor.strength();
        return who + " " + accessor.does() + how + ": " + accessor.place();
    }

    /** Writes the fields {@code races} and {@code misuses}. */
    public static void write(JsonGenerator json, VisibilityReport report) throws IOException {
        json.writeArrayFieldStart("races");
        for (Race race : report.races()) {
            json.writeStartObject();
            json.writeStringField("kind", race.kind().name().toLowerCase(Locale.ROOT));
            json.writeStringField("rule", race.kind().rule());
            json.writeNumberField("count", race.count());
            write(json, "first", race.first());
            write(json, "second", race.second());
            json.writeStringField("address", "0x" + Long.toHexString(race.address()));
            json.writeArrayFieldStart("values");
            for (String value : race.values()) {
                json.writeString(value);
            }
            json.writeEndArray();
            json.writeStringField("missing", race.kind().missing());
            json.writeStringField("mend", race.kind().mend());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("misuses");
        for (Misuse misuse : report.misuses()) {
            json.writeStartObject();
            json.writeStringField("rule", misuse.rule());
            json.writeStringField("message", misuse.message());
            json.writeNumberField("count", misuse.count());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void write(JsonGenerator json, String name, Accessor accessor) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeStringField(accessor.isKernel() ? "kernel" : "operation", accessor.code());
        json.writeNumberField("grid", accessor.grid());
        json.writeNumberField("block", accessor.block());
        json.writeNumberField("thread", accessor.thread());
        json.writeStringField("place", accessor.place());
        json.writeStringField("does", accessor.does());
        json.writeStringField("strength", accessor.strength());
        json.writeEndObject();
    }
}
