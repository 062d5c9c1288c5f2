package io.cdpsim.memory.consistency.relations;

import io.cdpsim.memory.consistency.trace.GridInstance;

/**
 * The events of a grid as a whole.
 *
 * @param launch the event that launched it, or -1
 * @param tail whether it was launched into a tail stream
 * @param start S: it may start
 * @param own all its own threads have ended
 * @param drained its children are complete too, those of its tail stream left aside
 * @param complete C: its tails are complete too
 */
public record GridEvents(GridInstance grid, int launch, boolean tail, int start, int own, int drained, int complete) {}
