package io.cdpsim.cli.rules;

import io.cdpsim.memory.visibility.report.VisibilityReport;
import io.cdpsim.runtime.device.StuckException;
import io.cdpsim.runtime.load.KernelLoadException;
import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.runtime.version.CudaException;
import io.cdpsim.semantics.rules.scenario.RuleScenario;
import io.cdpsim.workloads.program.ProgramMachine;
import java.util.Set;

/**
 * One run of a scenario.
 *
 * @param scenario what ran
 * @param asked what it was to run on
 * @param lab where it ran, with the machine that the scenario made and what happened on it
 * @param outcome what came out; how the run ended where it did not reach its end
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

    /** What the visibility checker found. */
    VisibilityReport races() {
        return lab.machine().visibility();
    }

    /** Whether it races because it shows a choice, and what else is undefined in it is what it shows to be reported. */
    boolean racesAreMeant() {
        return !races().isClean() && (races().races().isEmpty() || scenario.reachesAll());
    }

    /** Whether it races although it shows no choice. */
    boolean racesUnmeant() {
        return asked.check() && !races().isClean() && !racesAreMeant();
    }

    boolean isAllowed() {
        return allowed().contains(outcome);
    }
}
