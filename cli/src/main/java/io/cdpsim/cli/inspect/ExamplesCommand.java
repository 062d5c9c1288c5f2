package io.cdpsim.cli.inspect;

import io.cdpsim.cli.option.EnumConverter;
import io.cdpsim.cli.option.TextOrJsonCommand;
import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.workloads.examples.Example;
import io.cdpsim.workloads.examples.Examples;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** {@code cdpsim examples}. */
@Command(name = "examples", description = "Lists the listings of the guides that run as examples.")
public final class ExamplesCommand extends TextOrJsonCommand {

    @Override
    protected String text() {
        TextTable table = new TextTable(Align.LEFT, Align.LEFT, Align.LEFT);
        table.row("example", "version", "shows");
        for (Example each : Examples.all()) {
            String versions = each.versions().stream().map(CdpSupport::name).collect(Collectors.joining(", "));
            table.row("example:" + each.name(), versions, each.shows());
        }
        return table + "\nRun one with 'cdpsim run example:NAME'; a profile such as k20x has CDP1, h200 has CDP2.\n";
    }

    @Override
    protected String json() {
        return JsonWriter.text(json -> {
            json.objects("examples", Examples.all(), each -> {
                json.put("name", each.name());
                json.put("shows", each.shows());
                json.strings(
                        "versions",
                        each.versions().stream()
                                .map(version -> EnumConverter.label(version))
                                .toList());
                json.strings("rules", each.rules());
                json.strings("expected", each.expected().stream().sorted().toList());
            });
        });
    }
}
