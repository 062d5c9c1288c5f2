package io.cdpsim.cli.inspect;

import io.cdpsim.cli.option.CompletionCandidates;
import io.cdpsim.cli.option.JsonOption;
import io.cdpsim.cli.option.ProfileOptions;
import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.profile.read.ProfileDocument;
import io.cdpsim.profile.read.ProfileField;
import io.cdpsim.profile.read.Profiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cdpsim profiles show}. */
@Command(name = "show", description = "Shows every field of a profile with its value and where that is from.")
public final class ProfilesShowCommand implements Runnable {
    private static final int WIDTH = 100;

    @Parameters(
            paramLabel = "NAME|FILE",
            completionCandidates = CompletionCandidates.ProfileNames.class,
            description = "A built-in profile ('cdpsim profiles list') or a .yaml file.")
    private String name;

    @Mixin
    private ProfileOptions.Overrides overrides;

    @Mixin
    private JsonOption json;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        ProfileDocument document = Profiles.document(name, overrides.list());
        spec.commandLine().getOut().print(json.wanted() ? json(document) : table(document));
    }

    private static String table(ProfileDocument document) {
        TextTable table = new TextTable(Align.LEFT, Align.LEFT, Align.LEFT);
        table.row("field", "value", "source");
        String above = "";
        for (ProfileField each : document.fields()) {
            // Longer than all other values, so above the table
            if (!each.path().equals("description")) {
                table.row(each.path(), each.value(), each.source().equals(above) ? "as above" : each.source());
                above = each.source();
            }
        }
        String head = PrintableText.line(
                document.profile().name() + ": " + document.profile().description());
        return String.join("\n", TextTable.wrapped(head, WIDTH)) + "\n\n" + table.within(WIDTH);
    }

    private static String json(ProfileDocument document) {
        return JsonWriter.text(json -> {
            ProfilesListCommand.writeHead(json, document.profile());
            json.objects("fields", document.fields(), each -> {
                json.put("path", each.path());
                json.put("value", each.value());
                json.put("source", each.source());
                json.put("file", each.origin());
                json.put("line", each.line());
            });
        });
    }
}
