package io.cdpsim.experiments.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The longest of many spans, so that memory is bounded whatever the run.
 *
 * @param <T> the spans
 */
final class LongestSpans<T extends LongestSpans.Span> {
    /** Something that takes time. */
    interface Span {
        /** When it begins, in cycles. */
        long begin();

        /** When it ends, in cycles. */
        long end();

        /** How long it takes, in cycles. */
        default long cycles() {
            return end() - begin();
        }
    }

    private final int most;
    /** All of them, as long as they are not too many. */
    private final List<T> all = new ArrayList<>();
    /** From then on, the shortest first. Of equals the later is left out, so that the same run leaves out the same. */
    private final PriorityQueue<T> kept;

    private long seen;

    LongestSpans(int most) {
        this.most = most;
        this.kept = new PriorityQueue<>((a, b) -> {
            int byLength = Long.compare(a.cycles(), b.cycles());
            return byLength != 0 ? byLength : Long.compare(b.begin(), a.begin());
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

    /** Those that are kept, by their begin; of those that begin at once the longest first, so that what holds another comes before it. */
    List<T> inOrder() {
        List<T> spans = new ArrayList<>(kept.isEmpty() ? all : kept);
        spans.sort((a, b) -> {
            int byBegin = Long.compare(a.begin(), b.begin());
            return byBegin != 0 ? byBegin : Long.compare(b.end(), a.end());
        });
        return spans;
    }

    /** How many were seen. */
    long seen() {
        return seen;
    }

    /** How many of them were left out. */
    long leftOut() {
        return Math.max(0, seen - most);
    }
}
