package io.cdpsim.cli.run;

import io.cdpsim.experiments.compare.RunSpecification;

/** A command that runs a workload, and can say what it was asked to run without running it. */
public interface RunQuestionCommand {
    /**
     * What the words ask for that the command was given last.
     *
     * @throws io.cdpsim.workloads.InvalidInputException if nothing can be run so
     */
    RunSpecification question();
}
