package io.cdpsim.junit;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.memory.visibility.report.VisibilityReport;
import io.cdpsim.memory.visibility.report.VisibilityReport.Race;
import io.cdpsim.memory.visibility.report.VisibilityReport.UndefinedUse;
import io.cdpsim.observe.WarningLog.CountedWarning;
import io.cdpsim.runtime.version.CudaError;
import io.cdpsim.runtime.version.CudaVersion;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.assertj.core.api.AbstractAssert;

/** Assertions on a simulated run. Kernels are identified by name, and assertions can be chained as usual in AssertJ. */
public final class SimulatedRunAssert extends AbstractAssert<SimulatedRunAssert, SimulatedRun> {
    private SimulatedRunAssert(SimulatedRun run) {
        super(run, SimulatedRunAssert.class);
    }

    /** Starts assertions on a run. */
    public static SimulatedRunAssert assertThat(SimulatedRun run) {
        return new SimulatedRunAssert(run);
    }

    private List<GridRecord> of(String kernel) {
        isNotNull();
        return actual.grids().stream()
                .filter(each -> each.kernel().equals(kernel))
                .toList();
    }

    private String ran() {
        Map<String, Long> counts = actual.grids().stream()
                .filter(GridRecord::isComplete)
                .collect(Collectors.groupingBy(GridRecord::kernel, TreeMap::new, Collectors.counting()));
        return counts.isEmpty() ? "nothing ran" : "what ran: " + counts;
    }

    /** Grids of a kernel ran and are complete, with all that they launched. */
    public SimulatedRunAssert ran(Kernel kernel, Times times) {
        return ran(kernel.name(), times);
    }

    /** Grids of a kernel ran and are complete, with all that they launched. */
    public SimulatedRunAssert ran(String kernel, Times times) {
        long complete = of(kernel).stream().filter(GridRecord::isComplete).count();
        if (!times.holds(complete)) {
            failWithMessage(
                    "expected kernel %s to run %s, but it ran %s; %s", kernel, times, Times.times(complete), ran());
        }
        return this;
    }

    /** No grid of a kernel was posted. */
    public SimulatedRunAssert didNotRun(String kernel) {
        return ran(kernel, Times.times(0));
    }

    /** All grids of one kernel are complete before any of another gets its first SM. Both have run. */
    public SimulatedRunAssert completesBefore(String first, String second) {
        ran(first, Times.atLeast(1));
        ran(second, Times.atLeast(1));
        long completion =
                of(first).stream().mapToLong(GridRecord::completionCycle).max().orElseThrow();
        long start = of(second).stream().mapToLong(GridRecord::startCycle).min().orElseThrow();
        if (completion > start) {
            failWithMessage(
                    "expected all grids of %s to be complete before %s starts, but the last is complete at cycle %,d"
                            + " and %s starts at cycle %,d",
                    first, second, completion, second, start);
        }
        return this;
    }

    /** Some grid of one kernel gets its first SM before all grids of another are complete: they overlap, or run in this order. */
    public SimulatedRunAssert startsBeforeCompletionOf(String first, String second) {
        ran(first, Times.atLeast(1));
        ran(second, Times.atLeast(1));
        long start = of(first).stream().mapToLong(GridRecord::startCycle).min().orElseThrow();
        long completion =
                of(second).stream().mapToLong(GridRecord::completionCycle).max().orElseThrow();
        if (start >= completion) {
            failWithMessage(
                    "expected %s to start before %s is complete, but it starts at cycle %,d and %s is complete at"
                            + " cycle %,d",
                    first, second, start, second, completion);
        }
        return this;
    }

    /** No grid of the run is nested deeper than this below the host's grids. */
    public SimulatedRunAssert isNestedAtMost(int depth) {
        isNotNull();
        int deepest = actual.grids().stream().mapToInt(GridRecord::depth).max().orElse(0);
        if (deepest > depth) {
            failWithMessage("expected grids nested at most %d deep, but the deepest is at %d", depth, deepest);
        }
        return this;
    }

    /** The check found no race and no undefined use of memory. */
    public SimulatedRunAssert hasNoRaces() {
        VisibilityReport report = checked();
        if (!report.isClean()) {
            failWithMessage("expected no races, but there are:%n%s", words(report));
        }
        return this;
    }

    /** The check found a race or an undefined use by a rule, such as {@code MEM-3}. */
    public SimulatedRunAssert hasRace(String rule) {
        VisibilityReport report = checked();
        boolean found = report.races().stream()
                        .anyMatch(each -> each.kind().rule().equals(rule))
                || report.misuses().stream().anyMatch(each -> each.rule().equals(rule));
        if (!found) {
            failWithMessage(
                    "expected a race by rule %s, but %s",
                    rule,
                    report.isClean() ? "there is none" : "there are only:" + System.lineSeparator() + words(report));
        }
        return this;
    }

    private VisibilityReport checked() {
        isNotNull();
        if (!actual.machine().settings().check()) {
            failWithMessage("accesses were not checked for races: leave out check = false");
        }
        return actual.visibility();
    }

    private static String words(VisibilityReport report) {
        StringBuilder words = new StringBuilder();
        for (Race race : report.races()) {
            words.append("- ")
                    .append(race.kind().rule())
                    .append(": ")
                    .append(race.kind().title())
                    .append(": ")
                    .append(race.first().code())
                    .append(' ')
                    .append(race.first().does())
                    .append(" at ")
                    .append(race.first().place())
                    .append(", ")
                    .append(race.second().code())
                    .append(' ')
                    .append(race.second().does())
                    .append(" at ")
                    .append(race.second().place())
                    .append("; fix: ")
                    .append(race.kind().fix())
                    .append(System.lineSeparator());
        }
        for (UndefinedUse misuse : report.misuses()) {
            words.append("- ")
                    .append(misuse.rule())
                    .append(": ")
                    .append(misuse.message())
                    .append(System.lineSeparator());
        }
        return words.toString().stripTrailing();
    }

    /** No launch by device code failed. */
    public SimulatedRunAssert hasNoFailedLaunches() {
        isNotNull();
        if (!actual.failedLaunches().isEmpty()) {
            failWithMessage("expected no failed launches, but there are %s", failures());
        }
        return this;
    }

    /** Launches by device code failed with an error. */
    public SimulatedRunAssert hasFailedLaunches(CudaError error, Times times) {
        isNotNull();
        CudaVersion cuda = actual.machine().settings().cuda();
        long failed = actual.failedLaunches().stream()
                .filter(each -> each.errorCode() == error.code(cuda))
                .count();
        if (!times.holds(failed)) {
            failWithMessage(
                    "expected launches to fail with %s %s, but that happened %s; %s",
                    error.cudaName(), times, Times.times(failed), failures());
        }
        return this;
    }

    private String failures() {
        Map<Integer, Long> codes = actual.failedLaunches().stream()
                .collect(Collectors.groupingBy(each -> each.errorCode(), TreeMap::new, Collectors.counting()));
        return codes.isEmpty() ? "no launch failed" : "failed launches by error code: " + codes;
    }

    /** The program got no warnings. */
    public SimulatedRunAssert hasNoWarnings() {
        isNotNull();
        if (!actual.warnings().isEmpty()) {
            failWithMessage("expected no warnings, but there are:%n%s", warnings());
        }
        return this;
    }

    /** The program got a warning by a rule. */
    public SimulatedRunAssert warnsOf(String rule) {
        isNotNull();
        if (actual.warnings().stream().noneMatch(each -> each.rule().equals(rule))) {
            failWithMessage(
                    "expected a warning by %s, but %s",
                    rule,
                    actual.warnings().isEmpty()
                            ? "there is none"
                            : "there are only:" + System.lineSeparator() + warnings());
        }
        return this;
    }

    private String warnings() {
        return actual.warnings().stream()
                .map((CountedWarning each) -> "- " + each.rule() + ": " + each.message())
                .collect(Collectors.joining(System.lineSeparator()));
    }

    /** The simulated time so far is in a range, in microseconds. */
    public SimulatedRunAssert takesBetweenMicros(double least, double most) {
        isNotNull();
        double micros = actual.micros();
        if (micros < least || micros > most) {
            failWithMessage("expected a simulated time of %s to %s us, but it is %s us", least, most, micros);
        }
        return this;
    }
}
