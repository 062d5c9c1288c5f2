package io.cdpsim.semantics.check;

import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.semantics.check.diagnostic.Severity;
import io.cdpsim.semantics.check.run.ObservedRun;
import java.util.List;

/**
 * The result of checking a program.
 *
 * @param runs the observed runs, in the order of their conditions
 * @param occurrences each problem once: the most serious first, then those found without a run, then in the order of the runs
 * @param skipped the runs that were left out and why, a sentence each
 */
public record CheckReport(List<ObservedRun> runs, List<Occurrence> occurrences, List<String> skipped) {
    public CheckReport {
        runs = List.copyOf(runs);
        occurrences = Occurrence.mostSeriousFirst(occurrences);
        skipped = List.copyOf(skipped);
    }

    /** The diagnostics. */
    public List<Diagnostic> diagnostics() {
        return occurrences.stream().map(Occurrence::diagnostic).toList();
    }

    /** Whether every diagnostic is less serious than {@code from}. */
    public boolean isClean(Severity from) {
        return diagnostics().stream().allMatch(each -> each.severity().compareTo(from) < 0);
    }
}
