package io.cdpsim.memory.consistency.trace;

import io.cdpsim.memory.litmus.LitmusTest.Dialect;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * The executions of a test that a check considers.
 *
 * @param loopBound backward jumps of a thread at one place, from 0; longer executions are left out
 * @param barriers participants of a barrier without a count; empty for {@link BarrierParticipants#COMING} in plain tests, as authors of litmus tests use it, and {@link BarrierParticipants#BLOCK} in tests that launch blocks of a given shape
 * @param blockedIgnored whether executions are left out in which a thread waits forever
 * @param waitLoopsFolded whether turns of a loop that only wait are left out; the same final states are reachable without them
 * @param reduced whether one execution is searched for all that differ by an exchange of equal threads or in the order of fences, and
 *     counted as many times
 * @param timeLimit time after which the search stops, with what it knows so far
 * @param progress the threads that are scheduled again and again; with it, executions also end where a thread repeats a turn of a loop for
 *     ever, or is never scheduled again
 * @param watcher receives the number of steps of the search now and then
 */
public record CheckSettings(
        int loopBound,
        Optional<BarrierParticipants> barriers,
        boolean blockedIgnored,
        boolean waitLoopsFolded,
        boolean reduced,
        Optional<Duration> timeLimit,
        Optional<ProgressModel> progress,
        LongConsumer watcher) {
    /** Settings that fold loops that only wait, and search one of several equal executions. */
    public CheckSettings(int loopBound, Optional<BarrierParticipants> barriers, boolean blockedIgnored) {
        this(loopBound, barriers, blockedIgnored, true, true, Optional.empty(), Optional.empty(), steps -> {});
    }

    /** The same executions, searched one by one. */
    public CheckSettings enumerated() {
        return new CheckSettings(
                loopBound, barriers, blockedIgnored, waitLoopsFolded, false, timeLimit, progress, watcher);
    }

    /** The same executions with all turns of loops within the bound, searched one by one. */
    public CheckSettings unfolded() {
        return new CheckSettings(loopBound, barriers, blockedIgnored, false, false, timeLimit, progress, watcher);
    }

    /** The same executions with a time limit. */
    public CheckSettings within(Duration limit) {
        return new CheckSettings(
                loopBound, barriers, blockedIgnored, waitLoopsFolded, reduced, Optional.of(limit), progress, watcher);
    }

    /** The executions in which threads wait for ever under a progress model, with all turns of loops that only wait left out but one. */
    public CheckSettings under(ProgressModel model) {
        return new CheckSettings(loopBound, barriers, false, true, false, timeLimit, Optional.of(model), watcher);
    }

    /** The same executions with a watcher of the search. */
    public CheckSettings watchedBy(LongConsumer other) {
        return new CheckSettings(
                loopBound, barriers, blockedIgnored, waitLoopsFolded, reduced, timeLimit, progress, other);
    }

    /** Default settings with a loop bound. */
    public static CheckSettings withLoopBound(int loopBound) {
        return new CheckSettings(loopBound, Optional.empty(), false);
    }

    /** The participants of a barrier without a count in a test. */
    public BarrierParticipants barriersOf(Dialect dialect) {
        return barriers.orElse(dialect == Dialect.PLAIN ? BarrierParticipants.COMING : BarrierParticipants.BLOCK);
    }

    /** The threads that a barrier without a count waits for. */
    public enum BarrierParticipants {
        /** The threads of the block that arrive at its id and resource in an execution, as authors of litmus tests assume. */
        COMING,
        /** All threads of the block, as the PTX ISA says. */
        BLOCK
    }
}
