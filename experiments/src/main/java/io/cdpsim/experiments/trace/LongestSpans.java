package io.cdpsim.experiments.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The longest of many spans, in bounded memory.
 *
 * @param <T> the spans
 */
final class LongestSpans<T extends LongestSpans.Span> {
    /** An interval of time. */
    interface Span {
        /** Its start, cycles. */
        long start();

        /** Its end, cycles. */
        long end();

        /** Its length, cycles. */
        default long cycles() {
            return end() - start();
        }
    }

    private final int most;
    /** All spans, until there are too many. */
    private final List<T> all = new ArrayList<>();
    /** From then on, the shortest first. Of equal spans the later is dropped, so that equal runs drop the same. */
    private final PriorityQueue<T> kept;

    private long seen;

    LongestSpans(int most) {
        this.most = most;
        this.kept = new PriorityQueue<>((a, b) -> {
            int byLength = Long.compare(a.cycles(), b.cycles());
            return byLength != 0 ? byLength : Long.compare(b.start(), a.start());
        });
    }

    void add(T span) {
        seen++;
        if (seen <= most) {
            all.add(span);
            return;
        }
        if (kept.isEmpty()) {
            kept.addAll(all);
            all.clear();
        }
        if (span.cycles() > kept.element().cycles()) {
            kept.remove();
            kept.add(span);
        }
    }

    /** The kept spans in the order of their start; of spans with the same start the longest first, so that an enclosing span precedes. */
    List<T> inOrder() {
        List<T> spans = new ArrayList<>(kept.isEmpty() ? all : kept);
        spans.sort((a, b) -> {
            int byStart = Long.compare(a.start(), b.start());
            return byStart != 0 ? byStart : Long.compare(b.end(), a.end());
        });
        return spans;
    }

    /** Number of spans added. */
    long seen() {
        return seen;
    }

    /** Number of spans dropped. */
    long leftOut() {
        return Math.max(0, seen - most);
    }
}
