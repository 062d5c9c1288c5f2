package io.cdpsim.cli.rules;

import io.cdpsim.cli.option.CompletionCandidates;
import io.cdpsim.cli.option.MachineChoiceOptions;
import io.cdpsim.cli.option.TextOrJsonCommand;
import io.cdpsim.cli.output.ExitCode;
import io.cdpsim.cli.output.JsonWriter;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.cli.timeline.ExampleListings;
import io.cdpsim.cli.timeline.TimelineFiles;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.read.Profiles;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.semantics.rules.catalog.Rule;
import io.cdpsim.semantics.rules.catalog.RuleCatalog;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.spelling.SimilarName;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code cdpsim rules}. */
@Command(
        name = "rules",
        description = "Lists the rules of CUDA dynamic parallelism, and the tests of each.",
        synopsisSubcommandLabel = "[COMMAND]",
        subcommands = RulesCommand.ShowCommand.class)
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
        return RuleCatalog.load().rules().stream().filter(this::matches).toList();
    }

    private boolean matches(Rule rule) {
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

    /** {@code cdpsim rules show}. */
    @Command(
            name = "show",
            description = "Explains a rule, runs the scenarios that show it and prints their timelines.")
    public static final class ShowCommand implements Callable<Integer> {
        @Parameters(
                paramLabel = "RULE",
                completionCandidates = Ids.class,
                description = "The rule's id, such as TAIL-3 ('cdpsim rules').")
        private String id = "";

        @Option(
                names = "--profile",
                paramLabel = "NAME|FILE",
                completionCandidates = CompletionCandidates.ProfileNames.class,
                description = "GPU to simulate: a built-in profile ('cdpsim profiles list') or a .yaml file."
                        + " Default: the profiles of the scenario.")
        private @Nullable String profile;

        @Mixin
        private MachineChoiceOptions choices;

        @Mixin
        private TimelineFiles shown;

        @Spec
        private CommandSpec spec;

        @Override
        public Integer call() {
            return show(rule());
        }

        /** Prints a rule and the runs of its scenarios. @return the exit code */
        int show(Rule rule) {
            shown.check();
            List<RuleReport.ScenarioRun> runs = new ArrayList<>();
            for (RuleScenario scenario : rule.scenarios()) {
                for (GpuProfile gpu : profiles(scenario)) {
                    runs.add(RuleReport.ScenarioRun.of(scenario, choices.applyTo(MachineSettings.of(gpu))));
                }
            }
            if (runs.isEmpty() && !rule.scenarios().isEmpty()) {
                throw new ParameterException(spec.commandLine(), noScenario(rule));
            }
            PrintWriter out = spec.commandLine().getOut();
            out.print(RuleReport.text(rule, runs));
            out.flush();
            String problem = draw(rule, runs);
            if (!problem.isEmpty()) {
                spec.commandLine().getErr().println("cdpsim: " + problem);
                return ExitCode.UNFINISHED;
            }
            long broken = runs.stream().filter(run -> !run.isAllowed()).count();
            long racing =
                    runs.stream().filter(RuleReport.ScenarioRun::racesUnmeant).count();
            if (broken == 0 && racing > 0) {
                spec.commandLine()
                        .getErr()
                        .println("cdpsim: check failed: " + racing + " of " + runs.size() + " runs have races");
                return ExitCode.FAILED_CHECK;
            }
            if (broken == 0) {
                return ExitCode.DONE;
            }
            spec.commandLine()
                    .getErr()
                    .println("cdpsim: check failed: " + broken + " of " + runs.size() + " runs had outcomes that "
                            + rule.id() + " does not allow");
            return ExitCode.FAILED_CHECK;
        }

        private String draw(Rule rule, List<RuleReport.ScenarioRun> runs) {
            if (!shown.isGiven()) {
                return "";
            }
            for (RuleReport.ScenarioRun run : runs) {
                GpuProfile gpu = run.lab().machine().settings().profile();
                shown.add(
                        rule.id() + ": " + run.scenario().name() + " (" + gpu.name() + ")",
                        run.lab().timeline(),
                        run.lab().graphs().launches(),
                        gpu.clock());
            }
            String source = ExampleListings.ofRule(rule.id())
                    .flatMap(ExampleListings::of)
                    .orElse("");
            return shown.write(rule.id() + ": " + rule.title(), source);
        }

        private Rule rule() {
            RuleCatalog catalog = RuleCatalog.load();
            String wanted = id.toUpperCase(Locale.ROOT);
            return catalog.find(wanted)
                    .orElseThrow(() -> new ParameterException(
                            spec.commandLine(),
                            "unknown rule '" + id + "'"
                                    + SimilarName.of(
                                                    wanted,
                                                    catalog.rules().stream()
                                                            .map(Rule::id)
                                                            .toList())
                                            .map(near -> "; did you mean '" + near + "'?")
                                            .orElse(", expected one of the rules that 'cdpsim rules' lists")));
        }

        /** The profiles of a scenario: that of the command line if the scenario supports its version of dynamic parallelism, else its own. */
        private List<GpuProfile> profiles(RuleScenario scenario) {
            List<GpuProfile> own =
                    scenario.profiles().stream().map(Profiles::load).toList();
            if (profile == null) {
                return own;
            }
            GpuProfile asked = Profiles.load(profile);
            return own.stream().anyMatch(each -> each.cdp() == asked.cdp()) ? List.of(asked) : List.of();
        }

        private String noScenario(Rule rule) {
            List<String> usable = rule.scenarios().stream()
                    .flatMap(scenario -> scenario.profiles().stream())
                    .distinct()
                    .toList();
            return "no scenario of " + rule.id() + " runs on '" + profile + "'; leave out --profile, or give "
                    + String.join(" or ", usable);
        }

        /** The ids of all rules. */
        static final class Ids implements Iterable<String> {
            Ids() {}

            @Override
            public Iterator<String> iterator() {
                return RuleCatalog.load().rules().stream().map(Rule::id).iterator();
            }
        }
    }
}
