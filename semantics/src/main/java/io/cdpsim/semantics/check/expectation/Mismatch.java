package io.cdpsim.semantics.check.expectation;

import io.cdpsim.semantics.check.run.ObservedRun;
import io.cdpsim.semantics.check.run.RunConditions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A difference between runs and an expectation.
 *
 * @param message what was expected and what was observed, without a full stop
 * @param runs the conditions of the runs that differ; empty if the difference concerns all runs together
 */
public record Mismatch(String message, List<RunConditions> runs) {
    public Mismatch {
        runs = List.copyOf(runs);
    }

    /**
     * The mismatches of single runs; runs with the same difference share one.
     *
     * @param difference how a run differs from the expectation, if it does
     */
    static List<Mismatch> each(List<ObservedRun> runs, Function<ObservedRun, Optional<String>> difference) {
        Map<String, List<RunConditions>> found = new LinkedHashMap<>();
        for (ObservedRun run : runs) {
            difference
                    .apply(run)
                    .ifPresent(message -> found.computeIfAbsent(message, key -> new ArrayList<>())
                            .add(run.conditions()));
        }
        return found.entrySet().stream()
                .map(each -> new Mismatch(each.getKey(), each.getValue()))
                .toList();
    }

    /** A mismatch of all runs together. */
    static Mismatch ofAll(String message) {
        return new Mismatch(message, List.of());
    }
}
