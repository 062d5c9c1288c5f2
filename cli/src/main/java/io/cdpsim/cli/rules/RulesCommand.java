package io.cdpsim.cli.rules;

import io.cdpsim.cli.option.TextOrJsonCommand;
import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.semantics.rules.catalog.Rule;
import io.cdpsim.semantics.rules.catalog.RuleCatalog;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code cdpsim rules}. */
@Command(
        name = "rules",
        description = "Lists the rules of CUDA dynamic parallelism, and which tests hold them.",
        synopsisSubcommandLabel = "[COMMAND]",
        subcommands = RulesShowCommand.class)
public final class RulesCommand extends TextOrJsonCommand {
    @Option(
            names = "--version",
            paramLabel = "VERSION",
            converter = Versions.class,
            completionCandidates = Versions.class,
            description = "Only rules that apply to this version: ${COMPLETION-CANDIDATES}.")
    private @Nullable CdpSupport version;

    @Option(
            names = "--group",
            paramLabel = "GROUP",
            converter = Group.class,
            completionCandidates = Group.class,
            description = "Only rules of this group: ${COMPLETION-CANDIDATES}.")
    private @Nullable String group;

    private List<Rule> rules() {
        return RuleCatalog.load().rules().stream().filter(this::isWanted).toList();
    }

    private boolean isWanted(Rule rule) {
        return (version == null || rule.versions().contains(version))
                && (group == null || rule.group().equals(group));
    }

    @Override
    protected String text() {
        TextTable table = new TextTable(Align.LEFT, Align.LEFT, Align.LEFT, Align.RIGHT, Align.LEFT);
        table.row("rule", "version", "status", "tests", "title");
        for (Rule each : rules()) {
            table.row(
                    each.id(),
                    each.version(),
                    each.status().label(),
                    each.notShown().isPresent() ? "-" : "" + each.scenarios().size(),
                    each.title());
        }
        return table.toString();
    }

    @Override
    protected String json() {
        return JsonWriter.list(rules(), (json, each) -> {
            json.put("id", each.id());
            json.put("version", each.version());
            json.put("status", each.status().label());
            json.strings("implemented_in", each.implementedIn());
            json.strings("tests", each.tests());
        });
    }

    /** Reads a version in letters of either case. */
    static final class Versions implements ITypeConverter<CdpSupport>, Iterable<String> {
        private static final List<String> NAMES = List.of(CdpSupport.CDP1.name(), CdpSupport.CDP2.name());

        Versions() {}

        @Override
        public CdpSupport convert(String text) {
            String name = text.toUpperCase(Locale.ROOT);
            if (!NAMES.contains(name)) {
                throw new TypeConversionException("found '" + text + "', expected CDP1 or CDP2");
            }
            return CdpSupport.valueOf(name);
        }

        @Override
        public Iterator<String> iterator() {
            return NAMES.iterator();
        }
    }

    /** Reads a group in letters of either case. */
    static final class Group implements ITypeConverter<String>, Iterable<String> {
        Group() {}

        @Override
        public String convert(String text) {
            String group = text.toUpperCase(Locale.ROOT);
            if (!RuleCatalog.GROUPS.contains(group)) {
                throw new TypeConversionException(
                        "found '" + text + "', expected one of " + String.join(", ", RuleCatalog.GROUPS));
            }
            return group;
        }

        @Override
        public Iterator<String> iterator() {
            return RuleCatalog.GROUPS.iterator();
        }
    }
}
