package io.cdpsim.workloads;

import java.util.List;
import java.util.Optional;

/**
 * Something that can be run: a program for the simulated machine with its inputs, its options and the results it reports. The command
 * line, validation, sweeps and tests all see a workload through this interface, and what a workload says of itself here is all that they know:
 * help, completion, parsing and tables are made from it.
 *
 * <p>An implementation is immutable and may be run from several threads at once. Each run makes a machine of its own.
 */
public interface Workload {
    /**
     * The name on the command line: words of lower-case letters and digits joined by hyphens, such as {@code bfs}; those of one family
     * begin with the family's name and a colon, such as {@code example:tail-pair}.
     */
    String name();

    /** What it simulates: a sentence for help. */
    String summary();

    /** Its options, in the order in which help lists them. */
    List<WorkloadOption<?>> options();

    /**
     * The results it may report besides those of {@link CommonResults}. A run reports only results of this list; which of them can depend on
     * its options.
     */
    List<ResultName> results();

    /**
     * Simulates it and checks what it computed. What is wrong with the simulated program (a wrong result, a fault) is in the
     * {@linkplain RunResult#failure() result}.
     *
     * @throws InvalidInputException if it cannot run as asked
     */
    RunResult run(RunRequest request);

    /**
     * The options that {@code cdpsim tune} tries values of, the variant first; by default none.
     */
    default List<TunableOption> tuned() {
        return List.of();
    }

    /**
     * What the run is like, of all that was measured on hardware: this decides which errors its time is shown with. By default like nothing.
     *
     * @param request as {@link #run} gets it
     * @throws InvalidInputException if it cannot run as asked
     */
    default Optional<RegimeMatch> regime(RunRequest request) {
        return Optional.empty();
    }
}
