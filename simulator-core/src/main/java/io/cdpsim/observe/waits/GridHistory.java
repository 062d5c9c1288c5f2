package io.cdpsim.observe.waits;

import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunEvent.WaitReason;
import java.util.List;
import java.util.Optional;

/**
 * What happened to a grid, and what it waited for. Times are cycles of the devices' clock; -1 for what has not happened.
 *
 * @param posted its launch
 * @param startedCycles when its first block was placed
 * @param bodyEndedCycles when all its threads had exited
 * @param completedCycles when it and its descendants were complete
 * @param waits its waits from launch to start, in order
 */
public record GridHistory(
        GridEvent.Posted posted,
        long startedCycles,
        long bodyEndedCycles,
        long completedCycles,
        List<CausedWait> waits) {
    /** Keeps a copy. */
    public GridHistory {
        waits = List.copyOf(waits);
    }

    /** Its number. */
    public long number() {
        return posted.grid();
    }

    /** The time from its launch to its start; 0 if it has not started. */
    public long waitedCycles() {
        return startedCycles < 0 ? 0 : startedCycles - posted.timeCycles();
    }

    /** Its longest wait; empty if it did not wait. */
    public Optional<CausedWait> longestWait() {
        return waits.stream()
                .max((a, b) -> Long.compare(a.interval().cycles(), b.interval().cycles()));
    }

    /**
     * A wait and the grid whose progress ended it.
     *
     * @param interval the reason and the time
     * @param cause the number of that grid; 0 if it is unknown or there is none
     * @param ahead for {@link WaitReason#LAUNCH_SERVER}: how many other grids left the launch server meanwhile; else 0
     */
    public record CausedWait(WaitInterval interval, long cause, int ahead) {}
}
