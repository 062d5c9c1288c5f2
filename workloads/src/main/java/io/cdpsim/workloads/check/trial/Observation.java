package io.cdpsim.workloads.check.trial;

import io.cdpsim.workloads.RunResult;
import io.cdpsim.workloads.TimeAccuracy;
import io.cdpsim.workloads.check.finding.Finding;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * What was seen in a trial.
 *
 * @param trial under which conditions
 * @param ending how it ended
 * @param message why it did not come to its end; empty if it did
 * @param result what the run reports; there if it came to its end
 * @param trust how far to trust its time; there if it came to its end
 * @param output what the program printed, device and host; of a long text the beginning
 * @param errors what it wrote to its standard error
 * @param exitCode a program's own, 128 and more for a signal; empty where the subject has none
 * @param grids the grids, in the order of their launches
 * @param gridsCut whether there were more than are kept in {@code grids}
 * @param completed how many grids of each kernel are complete, by the kernel's name
 * @param launchErrors how many launches by device code failed with each error, by its name
 * @param findings what is wrong, by this run alone
 */
public record Observation(
        Trial trial,
        Ending ending,
        String message,
        Optional<RunResult> result,
        Optional<TimeAccuracy> trust,
        String output,
        String errors,
        OptionalInt exitCode,
        List<RanGrid> grids,
        boolean gridsCut,
        Map<String, Long> completed,
        Map<String, Long> launchErrors,
        List<Finding> findings) {
    /** Keeps copies. */
    public Observation {
        grids = List.copyOf(grids);
        completed = Collections.unmodifiableMap(new TreeMap<>(completed));
        launchErrors = Collections.unmodifiableMap(new TreeMap<>(launchErrors));
        findings = List.copyOf(findings);
    }
}
