package io.cdpsim.workloads;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Something that can be run: a program for the simulated machine with its inputs, options and results. The command line, validation, sweeps and tests
 * see a workload through this interface only; help, completion, parsing and tables are generated from it.
 *
 * <p>An implementation is immutable and safe for use by several threads. Each run creates its own machine.
 */
public interface Workload {
    /**
     * The name on the command line: words of lower-case letters and digits joined by hyphens, such as {@code bfs}; members of a family have the
     * family's name and a colon before it, such as {@code example:tail-pair}.
     */
    String name();

    /** The purpose of the workload: one sentence for help. */
    String summary();

    /** Its options, in the order in which help lists them. */
    List<WorkloadOption<?>> options();

    /**
     * The option of a name: one of {@link #options()}, or one of a family that is too large to list, such as {@code arg.1}.
     *
     * @param name the name in a sweep
     */
    default Optional<WorkloadOption<?>> option(String name) {
        return options().stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /**
     * The files that a run reads besides those that values of its options name, such as what a source includes. By default none.
     *
     * @param options the options; only existing files need be named
     */
    default List<Path> furtherFiles(OptionValues options) {
        return List.of();
    }

    /**
     * The results that it may report in addition to {@link CommonResults}. A run reports only results of this list; its options may decide which.
     */
    List<ResultName> results();

    /**
     * Simulates the program and checks its results. Any fault of the simulated program (a wrong result, an error) is in the {@linkplain
     * RunResult#failure() result}.
     *
     * @throws InvalidInputException if it cannot run with this request
     */
    RunResult run(RunRequest request);

    /**
     * Whether a run executes code outside of the simulation, such as the host's part of a program, which may write files: CDPSim does not repeat such a run
     * unless asked to. By default not.
     */
    default boolean runsHostCode() {
        return false;
    }

    /**
     * The options whose values {@code cdpsim tune} searches, the variant first; by default none.
     */
    default List<TunableOption> tuned() {
        return List.of();
    }

    /**
     * The measured regime that a run is like, which selects the errors shown with its time. By default none.
     *
     * @param request as for {@link #run}
     * @throws InvalidInputException if it cannot run with this request
     */
    default Optional<RegimeMatch> regime(RunRequest request) {
        return Optional.empty();
    }

    /**
     * An option whose best value depends on the input and the GPU, so that a search for it is worthwhile.
     *
     * @param option the option
     * @param values the values to try, as {@code --vary} accepts them, such as {@code 8..1024:x2}
     */
    public record TunableOption(WorkloadOption<?> option, String values) {
        /** A choice, all values of which are tried. */
        public static TunableOption of(WorkloadOption<?> choice) {
            return new TunableOption(choice, String.join(",", choice.type().choices()));
        }
    }
}
