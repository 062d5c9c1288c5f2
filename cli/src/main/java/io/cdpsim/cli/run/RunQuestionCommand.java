package io.cdpsim.cli.run;

import io.cdpsim.workloads.compare.Question;

/** A command that runs a workload, and can say what it was asked to run without running it. */
public interface RunQuestionCommand {
    /**
     * What the words ask for that the command was given last.
     *
     * @throws io.cdpsim.workloads.WorkloadException if nothing can be run so
     */
    Question question();
}
