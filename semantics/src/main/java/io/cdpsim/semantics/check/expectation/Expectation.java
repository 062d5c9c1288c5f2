package io.cdpsim.semantics.check.expectation;

import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.run.ObservedRun;
import io.cdpsim.workloads.yaml.FilePosition;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A condition that users expect the runs of a program to meet. */
public interface Expectation {
    /** Its position in the file. */
    FilePosition place();

    /** Its name for users: the key in the file, such as {@code races}. */
    String name();

    /**
     * The differences between the runs and the expectation.
     *
     * @param runs all runs, at least one
     */
    List<Mismatch> mismatches(List<ObservedRun> runs);

    /** Whether it depends on simulated times. */
    default boolean needsTime() {
        return false;
    }

    /** Whether this expectation alone decides whether the diagnostic is an error. */
    default boolean covers(Diagnostic diagnostic) {
        return false;
    }

    /**
     * The value with which the expectation would hold for these runs, as YAML on one line.
     *
     * @return empty if the expectation holds, or if no value holds for all runs
     */
    default Optional<String> replacement(List<ObservedRun> runs) {
        return Optional.empty();
    }

    /** The value that all runs share; empty if two runs differ. */
    static <T> Optional<T> shared(List<ObservedRun> runs, Function<ObservedRun, T> value) {
        T first = value.apply(runs.get(0));
        return runs.stream().allMatch(each -> value.apply(each).equals(first)) ? Optional.of(first) : Optional.empty();
    }
}
