package io.cdpsim.cli.rules;

import io.cdpsim.cli.option.EnumConverter;
import io.cdpsim.cli.output.PrintableText;
import io.cdpsim.cli.output.RaceReport;
import io.cdpsim.cli.output.TextTable;
import io.cdpsim.cli.output.TextTable.Align;
import io.cdpsim.cli.timeline.ExampleListings;
import io.cdpsim.cli.timeline.TimelineChart;
import io.cdpsim.memory.visibility.report.VisibilityReport;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.runtime.load.KernelLoadException;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaException;
import io.cdpsim.semantics.rules.catalog.Rule;
import io.cdpsim.semantics.rules.catalog.RuleStatus;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A rule as text, with the runs of its scenarios. */
public final class RuleReport {
    private static final int TEXT_COLUMNS = 80;

    private RuleReport() {}

    static String text(Rule rule, List<ScenarioRun> runs) {
        StringBuilder text = new StringBuilder();
        text.append(rule.id()).append(": ").append(rule.title()).append("\n\n");
        wrap(rule.text()).forEach(line -> text.append(line).append('\n'));
        text.append('\n');
        TextTable facts = new TextTable(Align.LEFT, Align.LEFT)
                .row("version", rule.version())
                .row("status", rule.status().label() + ": " + words(rule.status()));
        List<String> places = rule.placeLabels();
        for (int i = 0; i < places.size(); i++) {
            facts.row(i == 0 ? "implemented in" : "", places.get(i));
        }
        rule.notShown().ifPresent(reason -> facts.row("not shown", reason));
        text.append(facts);
        Optional<String> example = ExampleListings.ofRule(rule.id());
        example.ifPresent(name -> text.append("\nIn CUDA C (example:")
                .append(name)
                .append("):\n\n")
                .append(ExampleListings.of(name).orElse("")));
        for (ScenarioRun run : runs) {
            text.append('\n').append(run(run));
        }
        return text.toString();
    }

    private static String run(ScenarioRun run) {
        MachineSettings settings = run.lab().machine().settings();
        TextTable facts = new TextTable(Align.LEFT, Align.LEFT)
                .row("profile", settings.profile().name())
                .row("CUDA", settings.cuda().toString())
                .row(
                        "policy",
                        EnumConverter.label(settings.policy()) + ", seed " + settings.seed()
                                + (settings.strict() ? ", strict" : ""));
        List<String> allowed = run.allowed().stream().sorted().toList();
        for (int i = 0; i < allowed.size(); i++) {
            facts.row(i == 0 ? "allowed" : "", allowed.get(i));
        }
        List<String> outcome = PrintableText.lines(run.outcome()).lines().toList();
        for (int i = 0; i < outcome.size(); i++) {
            facts.row(i == 0 ? "outcome" : "", outcome.get(i) + (i == 0 && !run.isAllowed() ? " (not allowed)" : ""));
        }
        if (settings.check()) {
            facts.row(
                    "races", RaceReport.summary(run.races()) + (run.racesAreMeant() ? ", part of what it shows" : ""));
        }
        return "Scenario: " + run.scenario().name() + "\n" + facts + "\n"
                + TimelineChart.text(run.lab().timeline(), run.lab().graphs().launches(), settings)
                + (settings.check() ? RaceReport.text(run.races()) : "");
    }

    /** The meaning of a status. */
    public static String words(RuleStatus status) {
        return switch (status) {
            case DOC -> "documented";
            case INF -> "follows from documented rules";
            case THIRD_PARTY -> "seen by a third party";
            case CONFLICT -> "sources disagree";
            case SILENT -> "no source says";
            case MEASURED -> "measured on hardware";
        };
    }

    private static List<String> wrap(String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > TEXT_COLUMNS) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    /**
     * One run of a scenario.
     *
     * @param scenario the scenario
     * @param asked the requested settings
     * @param lab the machine of the scenario and its timeline
     * @param outcome the outcome, or the error that ended the run
     */
    record ScenarioRun(RuleScenario scenario, MachineSettings asked, ProgramMachine lab, String outcome) {
        static ScenarioRun of(RuleScenario scenario, MachineSettings settings) {
            ProgramMachine lab = new ProgramMachine(settings);
            return new ScenarioRun(scenario, settings, lab, outcome(scenario, lab));
        }

        private static String outcome(RuleScenario scenario, ProgramMachine lab) {
            try {
                return scenario.program().apply(lab);
            } catch (CudaException | StuckException | KernelLoadException | IllegalStateException e) {
                return "failed: " + e.getMessage();
            }
        }

        Set<String> allowed() {
            return scenario.allowed(asked.strict());
        }

        /** The report of the visibility checker. */
        VisibilityReport races() {
            return lab.machine().visibility();
        }

        /** Whether its races are intended: the scenario shows several outcomes, or it shows that an undefined use is reported. */
        boolean racesAreMeant() {
            return !races().isClean() && (races().races().isEmpty() || scenario.reachesAll());
        }

        /** Whether it has races that are not intended. */
        boolean racesUnmeant() {
            return asked.check() && !races().isClean() && !racesAreMeant();
        }

        boolean isAllowed() {
            return allowed().contains(outcome);
        }
    }
}
