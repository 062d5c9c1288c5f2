package io.cdpsim.memory.consistency.outcome;

/**
 * Two accesses of one location, one of them a write, that causality does not order and that are not morally strong.
 *
 * @param first thread and instruction of the one
 * @param second thread and instruction of the other
 */
public record DataRace(String first, String second) {}
