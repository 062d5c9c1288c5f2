package io.cdpsim.cli.inspect;

import io.cdpsim.cli.option.CompletionCandidates;
import io.cdpsim.cli.option.ProfileOptions;
import io.cdpsim.cli.option.TextOrJsonCommand;
import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.NumberFormats;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.ProfileDifference;
import io.cdpsim.profile.read.ProfileDocument;
import io.cdpsim.profile.read.ProfileField;
import io.cdpsim.profile.read.Profiles;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code cdpsim profiles}. */
@Command(
        name = "profiles",
        description = "Lists and compares the GPUs that can be simulated, with the sources of their figures.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            ProfilesCommand.ListCommand.class,
            ProfilesCommand.ShowCommand.class,
            ProfilesCommand.DiffCommand.class
        })
public final class ProfilesCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command, expected list, show or diff");
    }

    /** {@code cdpsim profiles list}. */
    @Command(name = "list", description = "Lists the built-in profiles.")
    public static final class ListCommand extends TextOrJsonCommand {
        private static List<GpuProfile> profiles() {
            return Profiles.names().stream().map(Profiles::load).toList();
        }

        @Override
        protected String text() {
            TextTable table = new TextTable(Align.LEFT, Align.RIGHT, Align.LEFT, Align.RIGHT, Align.LEFT);
            table.row("name", "cc", "launches", "SMs", "description");
            for (GpuProfile each : profiles()) {
                table.row(
                        each.name(),
                        each.computeCapability().toString(),
                        launches(each),
                        "" + each.sm().count(),
                        each.description());
            }
            return table.toString();
        }

        /** The versions of dynamic parallelism that code may be compiled for. */
        private static String launches(GpuProfile gpu) {
            String versions = Stream.of(CdpSupport.CDP1, CdpSupport.CDP2)
                    .filter(gpu::runs)
                    .map(CdpSupport::name)
                    .collect(Collectors.joining(", "));
            return versions.isEmpty() ? "no" : versions;
        }

        @Override
        protected String json() {
            return JsonWriter.text(json -> {
                json.objects("profiles", profiles(), each -> {
                    writeHead(json, each);
                });
            });
        }

        /** Writes the fields that identify a GPU. */
        static void writeHead(JsonWriter json, GpuProfile profile) {
            json.put("name", profile.name());
            json.put("description", profile.description());
            json.put("compute_capability", profile.computeCapability().toString());
            json.put("cdp", profile.cdp().name().toLowerCase(Locale.ROOT));
            json.put("sms", profile.sm().count());
        }
    }

    /** {@code cdpsim profiles show}. */
    @Command(name = "show", description = "Shows every field of a profile with its value and where that is from.")
    public static final class ShowCommand extends TextOrJsonCommand {
        private static final int WIDTH = 100;

        @Parameters(
                paramLabel = "NAME|FILE",
                completionCandidates = CompletionCandidates.ProfileNames.class,
                description = "A built-in profile ('cdpsim profiles list') or a .yaml file.")
        private String name;

        @Mixin
        private ProfileOptions.Overrides overrides;

        private ProfileDocument document() {
            return Profiles.document(name, overrides.list());
        }

        @Override
        protected String text() {
            ProfileDocument document = document();
            TextTable table = new TextTable(Align.LEFT, Align.LEFT, Align.LEFT);
            table.row("field", "value", "source");
            String above = "";
            for (ProfileField each : document.fields()) {
                // Longer than all other values, so it is above the table
                if (!each.path().equals("description")) {
                    table.row(each.path(), each.value(), each.source().equals(above) ? "as above" : each.source());
                    above = each.source();
                }
            }
            String head = PrintableText.line(
                    document.profile().name() + ": " + document.profile().description());
            return String.join("\n", TextTable.wrapped(head, WIDTH)) + "\n\n" + table.within(WIDTH);
        }

        @Override
        protected String json() {
            ProfileDocument document = document();
            return JsonWriter.text(json -> {
                ProfilesCommand.ListCommand.writeHead(json, document.profile());
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

    /** {@code cdpsim profiles diff}. */
    @Command(
            name = "diff",
            description = "Shows the fields in which two profiles differ, whatever units they are written in.")
    public static final class DiffCommand extends TextOrJsonCommand {
        /** Wider than all values except lists. */
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

        private List<ProfileDifference> differences() {
            return ProfileDifference.between(Profiles.document(first, List.of()), Profiles.document(second, List.of()));
        }

        @Override
        protected String text() {
            List<ProfileDifference> differences = differences();
            if (differences.isEmpty()) {
                return "no field differs except possibly the description\n";
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

        @Override
        protected String json() {
            return JsonWriter.text(json -> {
                json.put("a", first);
                json.put("b", second);
                json.objects("fields", differences(), each -> {
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
}
