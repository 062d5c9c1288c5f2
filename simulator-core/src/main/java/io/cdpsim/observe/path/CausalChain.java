package io.cdpsim.observe.path;

import io.cdpsim.observe.path.CriticalPathBreakdown.CriticalPathComponent;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A chain of causes from the start of the run up to a time. Immutable: what goes on from it is another. */
final class CausalChain {
    private static final CriticalPathComponent[] PARTS = CriticalPathComponent.values();

    /** What a chain was made of up to a time; those before it hang on it, and chains that go on from one another share them. */
    private static final class Mark {
        private final long time;
        private final long[] cycles;
        private final @Nullable Mark before;

        Mark(long time, long[] cycles, @Nullable Mark before) {
            this.time = time;
            this.cycles = cycles;
            this.before = before;
        }
    }

    private final RecordedEventTimes marks;
    private final long end;
    /** Cycles of each part. */
    private final long[] cycles;
    /** The part that the chain ends with, and since when. */
    private final CriticalPathComponent last;

    private final long lastBegin;
    private final @Nullable Mark mark;
    private final int marksSeen;

    private CausalChain(
            RecordedEventTimes marks,
            long end,
            long[] cycles,
            CriticalPathComponent last,
            long lastBegin,
            @Nullable Mark mark,
            int marksSeen) {
        this.marks = marks;
        this.end = end;
        this.cycles = cycles;
        this.last = last;
        this.lastBegin = lastBegin;
        this.mark = mark;
        this.marksSeen = marksSeen;
    }

    /** A chain that starts with the run. */
    static CausalChain of(RecordedEventTimes marks) {
        return new CausalChain(marks, 0, new long[PARTS.length], CriticalPathComponent.HOST, 0, null, 0);
    }

    /** Goes on to a time with a part. What was told ahead of the clock does not go back. */
    @SuppressWarnings("EnumOrdinal") // Primitive columns: there is a chain for each grid that is in flight.
    CausalChain to(long time, CriticalPathComponent part) {
        if (time <= end) {
            return this;
        }
        Mark newMark = mark;
        int seen = marksSeen;
        while (seen < marks.count() && marks.time(seen) < time) {
            long at = marks.time(seen++);
            long[] until = at <= end ? upTo(at) : cycles.clone();
            if (at > end) {
                until[part.ordinal()] += at - end;
            }
            newMark = new Mark(at, until, newMark);
        }
        long[] longer = cycles.clone();
        longer[part.ordinal()] += time - end;
        return new CausalChain(marks, time, longer, part, part == last ? lastBegin : end, newMark, seen);
    }

    /** The parts up to a time at which the chain has been already: exact where it lies in the last stretch, which it does but for a few cycles. */
    @SuppressWarnings("EnumOrdinal") // As above
    private long[] upTo(long time) {
        long[] until = cycles.clone();
        long over = end - time;
        long ofLast = Math.min(over, end - lastBegin);
        until[last.ordinal()] -= ofLast;
        take(until, over - ofLast);
        return until;
    }

    /** Takes cycles away, wherever there are some. */
    private static void take(long[] from, long cycles) {
        long left = cycles;
        for (int i = from.length - 1; i >= 0 && left > 0; i--) {
            long taken = Math.min(left, from[i]);
            from[i] -= taken;
            left -= taken;
        }
    }

    long end() {
        return end;
    }

    /** The chain that has come further; the first of two that have come as far. */
    static CausalChain later(CausalChain one, @Nullable CausalChain other) {
        return other != null && other.end > one.end ? other : one;
    }

    /** What the time from one cycle to another, at which the chain is or has been, consists of. */
    CriticalPathBreakdown between(long start, long finish) {
        long[] until = upTo(Math.min(end, finish));
        long[] before = before(start);
        long sum = 0;
        for (int i = 0; i < until.length; i++) {
            until[i] = Math.max(0, until[i] - before[i]);
            sum += until[i];
        }
        // Where the times lie in stretches that were told ahead of the clock, a few cycles may stand on the wrong side.
        take(until, sum - (finish - start));
        Map<CriticalPathComponent, Long> parts = new EnumMap<>(CriticalPathComponent.class);
        long left = finish - start;
        for (int i = 0; i < until.length; i++) {
            parts.put(PARTS[i], until[i]);
            left -= until[i];
        }
        parts.merge(CriticalPathComponent.HOST, left, Long::sum);
        parts.values().removeIf(each -> each == 0);
        return new CriticalPathBreakdown(start, finish, parts);
    }

    private long[] before(long time) {
        if (time == 0) {
            return new long[PARTS.length];
        }
        for (Mark each = mark; each != null; each = each.before) {
            if (each.time == time) {
                return each.cycles;
            }
        }
        if (time >= end) {
            return cycles;
        }
        // No event was reached then: the start of a run is the host's.
        long[] before = new long[PARTS.length];
        long left = time;
        for (int i = before.length - 1; i >= 0; i--) {
            before[i] = Math.min(left, cycles[i]);
            left -= before[i];
        }
        return before;
    }
}
