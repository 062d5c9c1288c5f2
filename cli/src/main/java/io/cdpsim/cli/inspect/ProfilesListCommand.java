package io.cdpsim.cli.inspect;

import io.cdpsim.cli.option.JsonOption;
import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code cdpsim profiles list}. */
@Command(name = "list", description = "Lists the built-in profiles.")
public final class ProfilesListCommand implements Runnable {
    @Mixin
    private JsonOption json;

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        List<GpuProfile> profiles =
                Profiles.names().stream().map(Profiles::load).toList();
        spec.commandLine().getOut().print(json.wanted() ? json(profiles) : table(profiles));
    }

    private static String table(List<GpuProfile> profiles) {
        TextTable table = new TextTable(Align.LEFT, Align.RIGHT, Align.LEFT, Align.RIGHT, Align.LEFT);
        table.row("name", "cc", "launches", "SMs", "description");
        for (GpuProfile each : profiles) {
            table.row(
                    each.name(),
                    each.computeCapability().toString(),
                    each.cdp() == CdpSupport.NONE ? "no" : each.cdp().name(),
                    "" + each.sm().count(),
                    each.description());
        }
        return table.toString();
    }

    private static String json(List<GpuProfile> profiles) {
        return JsonWriter.text(json -> {
            json.objects("profiles", profiles, each -> {
                writeHead(json, each);
            });
        });
    }

    /** Writes the fields that tell one GPU from another. */
    static void writeHead(JsonWriter json, GpuProfile profile) {
        json.put("name", profile.name());
        json.put("description", profile.description());
        json.put("compute_capability", profile.computeCapability().toString());
        json.put("cdp", profile.cdp().name().toLowerCase(Locale.ROOT));
        json.put("sms", profile.sm().count());
    }
}
