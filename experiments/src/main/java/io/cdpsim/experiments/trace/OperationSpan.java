package io.cdpsim.experiments.trace;

/**
 * A host call, or a copy or fill.
 *
 * @param device ordinal of its device
 * @param name the operation
 * @param parent the grid that issued it; 0 for the host
 * @param bytes bytes moved; -1 for a call
 * @param start its start, cycles
 * @param end its end
 */
record OperationSpan(int device, String name, long parent, long bytes, long start, long end)
        implements LongestSpans.Span {}
