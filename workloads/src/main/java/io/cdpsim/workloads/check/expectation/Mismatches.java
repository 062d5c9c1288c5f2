package io.cdpsim.workloads.check.expectation;

import io.cdpsim.workloads.check.run.ObservedRun;
import io.cdpsim.workloads.check.run.RunConditions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Gathers where runs are not as expected, what several runs share once. */
final class Mismatches {
    private Mismatches() {}

    /**
     * The mismatches of single runs.
     *
     * @param mismatch what is not as expected in a run, if anything is not
     */
    static List<Mismatch> each(List<ObservedRun> runs, Function<ObservedRun, Optional<String>> mismatch) {
        Map<String, List<RunConditions>> found = new LinkedHashMap<>();
        for (ObservedRun run : runs) {
            mismatch.apply(run)
                    .ifPresent(what -> found.computeIfAbsent(what, key -> new ArrayList<>())
                            .add(run.trial()));
        }
        List<Mismatch> mismatches = new ArrayList<>();
        found.forEach((what, trials) -> mismatches.add(new Mismatch(what, trials)));
        return mismatches;
    }

    /** A mismatch of all runs together. */
    static Mismatch ofAll(String what) {
        return new Mismatch(what, List.of());
    }
}
