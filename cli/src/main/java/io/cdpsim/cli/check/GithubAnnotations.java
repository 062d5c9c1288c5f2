package io.cdpsim.cli.check;

import io.cdpsim.semantics.check.Occurrence;
import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import io.cdpsim.semantics.check.diagnostic.SourceLocation;
import java.util.List;

/** Diagnostics as commands of a GitHub workflow, which shows them beside the lines of a pull request. */
final class GithubAnnotations {
    private GithubAnnotations() {}

    /** One line for each diagnostic. */
    static String text(List<CaseResult> cases) {
        StringBuilder text = new StringBuilder();
        for (CaseResult each : cases) {
            for (Occurrence occurrence : each.occurrences()) {
                append(text, each, occurrence.diagnostic());
            }
        }
        return text.toString();
    }

    private static void append(StringBuilder text, CaseResult of, Diagnostic found) {
        SourceLocation place = found.locations().isEmpty()
                ? new SourceLocation(of.file(), of.line())
                : found.locations().get(0);
        StringBuilder message = new StringBuilder(found.message());
        found.details().forEach(each -> message.append('\n').append(each));
        if (!found.fix().isEmpty()) {
            message.append("\nfix: ").append(found.fix());
        }
        text.append("::")
                .append(command(found.severity()))
                .append(" file=")
                .append(property(place.file()))
                .append(",line=")
                .append(place.line())
                .append(",title=")
                .append(property(found.rule() + " in " + of.name()))
                .append("::")
                .append(data(message.toString()))
                .append('\n');
    }

    private static String command(Severity severity) {
        return switch (severity) {
            case NOTE -> "notice";
            case WARNING -> "warning";
            case ERROR -> "error";
        };
    }

    private static String data(String text) {
        return text.replace("%", "%25")
                .replace("\r", "%0D")
                .replace("\n", "%0A")
                .replaceAll("\\p{Cntrl}", "?");
    }

    private static String property(String text) {
        return data(text).replace(":", "%3A").replace(",", "%2C");
    }
}
