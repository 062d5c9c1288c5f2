package io.cdpsim.observe.path;

import io.cdpsim.observe.path.CriticalPathBreakdown.CriticalPathComponent;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A chain of causes from the start of the run up to a time. Immutable: an extension is a new chain. */
final class CausalChain {
    private static final CriticalPathComponent[] PARTS = CriticalPathComponent.values();

    /** The composition of a chain up to a time; extensions of a chain share it. */
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
    /** Cycles of each component. */
    private final long[] cycles;
    /** The last component of the chain, and its start. */
    private final CriticalPathComponent last;

    private final long lastStart;
    private final @Nullable Mark mark;
    private final int markCount;

    private CausalChain(
            RecordedEventTimes marks,
            long end,
            long[] cycles,
            CriticalPathComponent last,
            long lastStart,
            @Nullable Mark mark,
            int markCount) {
        this.marks = marks;
        this.end = end;
        this.cycles = cycles;
        this.last = last;
        this.lastStart = lastStart;
        this.mark = mark;
        this.markCount = markCount;
    }

    /** The chain at the start of the run. */
    static CausalChain of(RecordedEventTimes marks) {
        return new CausalChain(marks, 0, new long[PARTS.length], CriticalPathComponent.HOST, 0, null, 0);
    }

    /** Extends the chain to a time with a component. An event published ahead of the clock does not shorten it. */
    @SuppressWarnings("EnumOrdinal") // Primitive arrays: there is a chain for each grid that is in flight.
    CausalChain to(long time, CriticalPathComponent part) {
        if (time <= end) {
            return this;
        }
        Mark newMark = mark;
        int seen = markCount;
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
        return new CausalChain(marks, time, longer, part, part == last ? lastStart : end, newMark, seen);
    }

    /** The components up to an earlier time on the chain: exact where that is inside the last interval, which it is but for a few cycles. */
    @SuppressWarnings("EnumOrdinal") // As above
    private long[] upTo(long time) {
        long[] until = cycles.clone();
        long over = end - time;
        long ofLast = Math.min(over, end - lastStart);
        until[last.ordinal()] -= ofLast;
        take(until, over - ofLast);
        return until;
    }

    /** Subtracts cycles from any components that have some. */
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

    /** The longer chain; the first of two equally long ones. */
    static CausalChain later(CausalChain one, @Nullable CausalChain other) {
        return other != null && other.end > one.end ? other : one;
    }

    /** The composition of an interval whose end points are on the chain. */
    CriticalPathBreakdown between(long start, long finish) {
        long[] until = upTo(Math.min(end, finish));
        long[] before = before(start);
        long sum = 0;
        for (int i = 0; i < until.length; i++) {
            until[i] = Math.max(0, until[i] - before[i]);
            sum += until[i];
        }
        // Where the times are inside intervals published ahead of the clock, a few cycles may count on the wrong side.
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
        // No event was reached by then: the start of a run belongs to the host.
        long[] before = new long[PARTS.length];
        long left = time;
        for (int i = before.length - 1; i >= 0; i--) {
            before[i] = Math.min(left, cycles[i]);
            left -= before[i];
        }
        return before;
    }
}
