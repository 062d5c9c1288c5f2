package io.cdpsim.cli.run;

import io.cdpsim.runtime.settings.MachineSettings;
import io.cdpsim.workloads.Progress;
import io.cdpsim.workloads.RunResult;
import java.util.function.Function;
import picocli.CommandLine.Command;

/** A workload command that does what a test tells it. */
@Command(name = "scripted")
public final class ScriptedWorkload extends WorkloadCommand {
    private final Function<MachineSettings, RunResult> script;

    /** Makes the command. */
    public ScriptedWorkload(Function<MachineSettings, RunResult> script) {
        this.script = script;
    }

    @Override
    RunResult simulate(MachineSettings machine, Progress progress) {
        return script.apply(machine);
    }
}
