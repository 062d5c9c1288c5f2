package io.cdpsim.observe.path;

import java.util.EnumMap;
import java.util.Map;

/** A chain of causes that grows. */
final class Chain {
    private final long begin;
    private final long[] cycles;
    private long end;

    private Chain(long begin, long end, long[] cycles) {
        this.begin = begin;
        this.end = end;
        this.cycles = cycles;
    }

    /** A chain that begins now. */
    static Chain from(long begin) {
        return new Chain(begin, begin, new long[PathPart.values().length]);
    }

    /** A chain that goes on from where this one is. */
    Chain fork() {
        return new Chain(begin, end, cycles.clone());
    }

    /** Goes on to a time with a part. What was told ahead of the clock does not go back. */
    @SuppressWarnings("EnumOrdinal") // Primitive columns: there is a chain for each grid that is under way.
    Chain to(long time, PathPart part) {
        if (time > end) {
            cycles[part.ordinal()] += time - end;
            end = time;
        }
        return this;
    }

    long end() {
        return end;
    }

    /** The chain that has come further; the first of two that have come as far. */
    static Chain later(Chain one, Chain other) {
        return other.end > one.end ? other : one;
    }

    @SuppressWarnings("EnumOrdinal") // As above
    PathParts parts() {
        Map<PathPart, Long> parts = new EnumMap<>(PathPart.class);
        for (PathPart each : PathPart.values()) {
            if (cycles[each.ordinal()] > 0) {
                parts.put(each, cycles[each.ordinal()]);
            }
        }
        return new PathParts(begin, end, parts);
    }
}
