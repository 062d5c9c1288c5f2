package io.cdpsim.cli.inspect;

import io.cdpsim.cli.option.CompletionCandidates;
import io.cdpsim.cli.option.JsonOption;
import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.profile.read.ProfileDifference;
import io.cdpsim.profile.read.ProfileDocument;
import io.cdpsim.profile.read.ProfileField;
import io.cdpsim.profile.read.Profiles;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cdpsim profiles diff}. */
@Command(
        name = "diff",
        description = "Shows the fields in which two profiles differ, whatever units they are written in.")
public final class ProfilesDiffCommand implements Runnable {
    /** Longer than all values but lists. */
    private static final int VALUE_WIDTH = 24;

    @Parameters(
            index = "0",
            paramLabel = "A",
            completionCandidates = CompletionCandidates.ProfileNames.class,
            description = "A built-in profile ('cdpsim profiles list') or a .yaml file.")
    private String first;

    @Parameters(
            index = "1",
            paramLabel = "B",
            completionCandidates = CompletionCandidates.ProfileNames.class,
            description = "Another one.")
    private String second;

    @Mixin
    private JsonOption json;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        ProfileDocument one = Profiles.document(first, List.of());
        ProfileDocument other = Profiles.document(second, List.of());
        List<ProfileDifference> differences = ProfileDifference.between(one, other);
        spec.commandLine().getOut().print(json.wanted() ? json(differences) : table(differences));
    }

    private String table(List<ProfileDifference> differences) {
        if (differences.isEmpty()) {
            return "no field differs but the description, if that does\n";
        }
        TextTable table = new TextTable(Align.LEFT, Align.LEFT, Align.LEFT, Align.RIGHT);
        table.row("field", first, second, "times");
        for (ProfileDifference each : differences) {
            List<String> a = TextTable.wrapped(value(each.first()), VALUE_WIDTH);
            List<String> b = TextTable.wrapped(value(each.second()), VALUE_WIDTH);
            for (int line = 0; line < Math.max(a.size(), b.size()); line++) {
                boolean isFirst = line == 0;
                table.row(isFirst ? each.path() : "", line(a, line), line(b, line), isFirst ? ratio(each) : "");
            }
        }
        return table.toString();
    }

    private static String line(List<String> lines, int index) {
        return index < lines.size() ? lines.get(index) : "";
    }

    private static String value(Optional<ProfileField> field) {
        return field.map(ProfileField::value).orElse("-");
    }

    private static String ratio(ProfileDifference difference) {
        return difference.ratio().isPresent()
                ? NumberFormats.digits(difference.ratio().getAsDouble())
                : "";
    }

    private String json(List<ProfileDifference> differences) {
        return JsonWriter.text(json -> {
            json.put("a", first);
            json.put("b", second);
            json.objects("fields", differences, each -> {
                json.put("path", each.path());
                write(json, "a", each.first());
                write(json, "b", each.second());
                if (each.ratio().isPresent()) {
                    json.put("ratio", each.ratio().getAsDouble());
                }
            });
        });
    }

    private static void write(JsonWriter json, String side, Optional<ProfileField> field) {
        if (field.isPresent()) {
            json.object(side, () -> {
                json.put("value", field.get().value());
                json.put("source", field.get().source());
            });
        }
    }
}
