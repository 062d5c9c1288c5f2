package io.cdpsim.memory.consistency.relations;

import io.cdpsim.memory.consistency.trace.GridInstance;

/**
 * The events of a grid.
 *
 * @param launch the event that launched it, or -1
 * @param tail whether it was launched into a tail stream
 * @param start S: the grid may start
 * @param own Own: all its threads have ended
 * @param drained Drain: its children other than tail launches are complete too
 * @param complete C: its tail launches are complete too
 */
public record GridEvents(GridInstance grid, int launch, boolean tail, int start, int own, int drained, int complete) {}
