package io.cdpsim.cli.lab;

import io.cdpsim.cli.option.JsonOption;
import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.semantics.lab.Lab;
import io.cdpsim.semantics.lab.LabCatalog;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code cdpsim lab list}. */
@Command(name = "list", description = "Lists the labs.")
public final class LabListCommand implements Runnable {
    @Mixin
    private JsonOption json;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().getOut().print(json.wanted() ? json() : table());
    }

    private static String table() {
        TextTable table = new TextTable(Align.RIGHT, Align.RIGHT, Align.RIGHT, Align.LEFT);
        table.row("lab", "minutes", "points", "about");
        for (Lab each : LabCatalog.labs()) {
            table.row(
                    "" + each.number(),
                    "" + each.key().minutes(),
                    "" + each.key().points(),
                    each.title());
        }
        return table + "\nBegin one with 'cdpsim lab start N'.\n";
    }

    private static String json() {
        return JsonWriter.text(json -> {
            json.objects("labs", LabCatalog.labs(), each -> {
                json.put("lab", each.number());
                json.put("name", each.name());
                json.put("title", each.title());
                json.put("minutes", each.key().minutes());
                json.put("points", each.key().points());
            });
        });
    }
}
