package io.cdpsim.experiments.trace;

import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunEvent.LaunchKind;
import io.cdpsim.observe.RunEvent.WaitReason;
import io.cdpsim.observe.waits.WaitInterval;
import io.cdpsim.profile.ClockSpec;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The annotations of a grid beside its times, by name. */
final class GridAnnotations {
    // Each is used up to a million times.
    private static final Map<WaitReason, String> REASONS = new EnumMap<>(WaitReason.class);
    private static final Map<WaitReason, String> TIMES = new EnumMap<>(WaitReason.class);

    static {
        for (WaitReason each : WaitReason.values()) {
            REASONS.put(each, word(each));
            TIMES.put(each, "waited_for_" + each.name().toLowerCase(Locale.ROOT) + "_ns");
        }
    }

    private GridAnnotations() {}

    /** The text of a wait reason. */
    static String reason(WaitReason reason) {
        return REASONS.getOrDefault(reason, "");
    }

    static Map<String, Object> of(GridSpan grid, ClockSpec clock) {
        GridEvent.Posted posted = grid.posted();
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("grid", posted.grid());
        if (posted.parent() != 0) {
            facts.put("parent", posted.parent());
        }
        facts.put("launch", word(posted.launch()));
        if (posted.launch() == LaunchKind.STREAM) {
            facts.put("stream", posted.stream());
        }
        facts.put("depth", posted.depth());
        facts.put("blocks", posted.blocks());
        facts.put("threads_per_block", posted.threadsPerBlock());
        facts.put("waited_ns", nanos(clock, grid.started()) - nanos(clock, posted.timeCycles()));
        Map<WaitReason, Long> byReason = new EnumMap<>(WaitReason.class);
        for (WaitInterval wait : grid.waits()) {
            byReason.merge(wait.reason(), wait.cycles(), Long::sum);
        }
        byReason.forEach((reason, cycles) -> facts.put(TIMES.getOrDefault(reason, ""), nanos(clock, cycles)));
        return facts;
    }

    private static long nanos(ClockSpec clock, long cycles) {
        return Math.round(clock.nanosFromCycles(cycles));
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
