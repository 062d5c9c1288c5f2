package io.cdpsim.experiments.trace;

import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunEvent.WaitReason;
import io.cdpsim.observe.waits.WaitInterval;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A grid that is complete.
 *
 * @param posted how and when it was launched
 * @param started when its first block got an SM, in cycles; when it was complete, if none did
 * @param bodyEnded when all its threads had exited
 * @param completed when it and all that it launched were complete
 * @param waits what it waited for between its launch and its start
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
    public long begin() {
        return posted.timeCycles();
    }

    @Override
    public long end() {
        return completed;
    }
}
