package io.cdpsim.memory.consistency.relations;

import io.cdpsim.memory.consistency.trace.GridInstance;

/**
 * The events of a grid or of a launch of a graph.
 *
 * @param launch the event that launched it, or -1 for an initial grid or a node of a graph
 * @param start S: the grid may start
 * @param own Own: all its threads have ended
 * @param drained Drain: its nodes and its children other than tail launches are complete too
 * @param complete C: its tail launches are complete too
 */
public record GridEvents(GridInstance grid, int launch, int start, int own, int drained, int complete) {}
