package io.cdpsim.observe.graphs;

/**
 * An interval for which a launch of a graph, or a node, waited.
 *
 * @param reason what it waited for, as text for people, such as {@code node 0 (advance)}, {@code launch} or {@code sm room}
 * @param start when the wait started, in cycles of the device's clock
 * @param end when the wait ended
 */
public record GraphWait(String reason, long start, long end) {}
