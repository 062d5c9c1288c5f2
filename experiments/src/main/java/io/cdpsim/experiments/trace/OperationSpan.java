package io.cdpsim.experiments.trace;

/**
 * A call of the host, or a copy or fill.
 *
 * @param device ordinal of its device
 * @param name what is done
 * @param parent the grid that asked for it; 0 for the host
 * @param bytes how many bytes are moved; -1 for a call
 * @param begin when it began, in cycles
 * @param end when it ended
 */
record OperationSpan(int device, String name, long parent, long bytes, long begin, long end)
        implements LongestSpans.Span {}
