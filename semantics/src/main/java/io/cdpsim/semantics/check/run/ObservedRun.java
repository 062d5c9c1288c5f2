package io.cdpsim.semantics.check.run;

import io.cdpsim.semantics.check.diagnostic.Diagnostic;
import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.TimeAccuracy;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * The observations of one run of a program.
 *
 * @param conditions the conditions of the run
 * @param ending how the run ended
 * @param message why the program did not complete; empty if it did
 * @param result the result of the run; present if the program completed
 * @param trust how far to trust the simulated time; present if the program completed
 * @param output what the program printed on device and host; only the start of a long output
 * @param digest the digest of the whole output
 * @param errors what the program wrote to standard error
 * @param exitCode the program's exit code, 128 and more for a signal; empty for a program that is not an executable
 * @param grids the grids, in launch order
 * @param gridsTruncated whether the run had more grids than {@code grids}
 * @param completed number of complete grids of each kernel, by kernel name
 * @param launchErrors number of launches by device code that failed with each error, by error name
 * @param diagnostics what this run alone shows to be wrong
 */
public record ObservedRun(
        RunConditions conditions,
        RunEnding ending,
        String message,
        Optional<RunResult> result,
        Optional<TimeAccuracy> trust,
        String output,
        OutputDigest digest,
        String errors,
        OptionalInt exitCode,
        List<ObservedGrid> grids,
        boolean gridsTruncated,
        Map<String, Long> completed,
        Map<String, Long> launchErrors,
        List<Diagnostic> diagnostics) {
    public ObservedRun {
        grids = List.copyOf(grids);
        completed = Collections.unmodifiableMap(new TreeMap<>(completed));
        launchErrors = Collections.unmodifiableMap(new TreeMap<>(launchErrors));
        diagnostics = List.copyOf(diagnostics);
    }
}
