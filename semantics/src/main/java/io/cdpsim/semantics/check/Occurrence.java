package io.cdpsim.semantics.check;

import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.run.RunConditions;
import java.util.Comparator;
import java.util.List;

/**
 * A diagnostic and the runs that showed it.
 *
 * @param diagnostic what is wrong
 * @param runs the conditions of the runs; empty if the diagnostic was found without a run, or by comparing all runs
 * @param consequences what follows from it: wrong or varying results, which remain if a user accepts the diagnostic
 */
public record Occurrence(Diagnostic diagnostic, List<RunConditions> runs, List<Occurrence> consequences) {
    public Occurrence {
        runs = List.copyOf(runs);
        consequences = List.copyOf(consequences);
    }

    /** An occurrence without consequences. */
    public Occurrence(Diagnostic diagnostic, List<RunConditions> runs) {
        this(diagnostic, runs, List.of());
    }

    /** The occurrences with the most serious first; equally serious ones keep their order. */
    public static List<Occurrence> mostSeriousFirst(List<Occurrence> occurrences) {
        return occurrences.stream()
                .sorted(Comparator.comparing(
                                (Occurrence each) -> each.diagnostic().severity())
                        .reversed())
                .toList();
    }
}
