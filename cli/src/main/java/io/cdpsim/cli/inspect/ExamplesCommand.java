package io.cdpsim.cli.inspect;

import io.cdpsim.cli.option.EnumConverter;
import io.cdpsim.cli.option.JsonOption;
import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.workloads.examples.Examples;
import io.cdpsim.workloads.examples.listing.Example;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code cdpsim examples}. */
@Command(name = "examples", description = "Lists the listings of the guides that run as examples.")
public final class ExamplesCommand implements Runnable {
    @Mixin
    private JsonOption json;

    @Spec
    private CommandSpec spec;

    /** Made by picocli. */
    public ExamplesCommand() {}

    @Override
    public void run() {
        spec.commandLine().getOut().print(json.wanted() ? json() : table());
    }

    private static String table() {
        TextTable table = new TextTable(Align.LEFT, Align.LEFT, Align.LEFT);
        table.row("example", "version", "shows");
        for (Example each : Examples.all()) {
            String versions = each.versions().stream().map(CdpSupport::name).collect(Collectors.joining(", "));
            table.row("example:" + each.name(), versions, each.shows());
        }
        return table + "\nRun one with 'cdpsim run example:NAME'; a profile such as k20x has CDP1, h200 has CDP2.\n";
    }

    private static String json() {
        return JsonWriter.text(json -> {
            json.writeArrayFieldStart("examples");
            for (Example each : Examples.all()) {
                json.writeStartObject();
                json.writeStringField("name", each.name());
                json.writeStringField("shows", each.shows());
                json.writeArrayFieldStart("versions");
                for (CdpSupport version : each.versions()) {
                    json.writeString(EnumConverter.label(version));
                }
                json.writeEndArray();
                json.writeArrayFieldStart("rules");
                for (String rule : each.rules()) {
                    json.writeString(rule);
                }
                json.writeEndArray();
                json.writeArrayFieldStart("expected");
                for (String outcome : each.expected().stream().sorted().toList()) {
                    json.writeString(outcome);
                }
                json.writeEndArray();
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }
}
