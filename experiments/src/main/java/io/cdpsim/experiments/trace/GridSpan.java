package io.cdpsim.experiments.trace;

import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunEvent.WaitReason;
import io.cdpsim.observe.waits.WaitInterval;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A completed grid.
 *
 * @param posted its launch
 * @param started the start of its first block, cycles; its completion if no block ran
 * @param bodyEnded the exit of its last thread
 * @param completed the completion of the grid and its descendants
 * @param waits its waits between launch and start
 */
record GridSpan(GridEvent.Posted posted, long started, long bodyEnded, long completed, List<WaitInterval> waits)
        implements LongestSpans.Span {
    GridLifetime life() {
        Map<WaitReason, Long> byReason = new EnumMap<>(WaitReason.class);
        waits.forEach(each -> byReason.merge(each.reason(), each.cycles(), Long::sum));
        return new GridLifetime(
                posted.grid(),
                posted.parent(),
                posted.device(),
                posted.kernel(),
                posted.launch(),
                posted.depth(),
                posted.blocks(),
                posted.threadsPerBlock(),
                posted.timeCycles(),
                started,
                bodyEnded,
                completed,
                byReason);
    }

    @Override
    public long start() {
        return posted.timeCycles();
    }

    @Override
    public long end() {
        return completed;
    }
}
