package io.cdpsim.memory.litmus.generate;

/**
 * An access of a cycle.
 *
 * @param value what it writes, or reads if the cycle is observed
 */
record DraftAccess(boolean writes, AccessStrength strength, String variable, int value) {}
