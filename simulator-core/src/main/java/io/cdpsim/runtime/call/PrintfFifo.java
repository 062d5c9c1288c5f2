package io.cdpsim.runtime.call;

import io.cdpsim.runtime.limit.DeviceLimits;
import java.util.ArrayDeque;
import java.util.Deque;

/** The one buffer of a device that {@code printf} writes to and the host flushes (rules PRNT-1, PRNT-2). */
public final class PrintfFifo {
    private static final int HEADER_BYTES = 16;
    private static final int ARGUMENT_BYTES = 8;

    private record Line(String text, int bytes) {}

    private final DeviceLimits limits;
    private final Deque<Line> lines = new ArrayDeque<>();
    private long usedBytes;

    public PrintfFifo(DeviceLimits limits) {
        this.limits = limits;
    }

    /** Adds what one thread prints; the oldest output gives way where there is no room. */
    void add(String text, int arguments) {
        int bytes = HEADER_BYTES + ARGUMENT_BYTES * arguments;
        // Rule PRNT-3: in the order in which it comes.
        lines.add(new Line(text, bytes));
        usedBytes += bytes;
        // Rule PRNT-1.
        while (usedBytes > limits.printfFifoBytes()) {
            usedBytes -= lines.remove().bytes();
        }
    }

    /** Empties the buffer, at the bidding of the host (rule PRNT-2). @return what was in it, oldest first */
    public String flush() {
        if (lines.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> text.append(line.text()));
        lines.clear();
        usedBytes = 0;
        return text.toString();
    }
}
