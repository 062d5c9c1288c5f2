package io.cdpsim.memory.consistency.relations;

import java.util.Map;

/**
 * The coherence orders of a location in an execution.
 *
 * @param observed whether the test looks at its final value
 * @param count how many there are
 * @param countByFinalValue how many end with each value, once for each write that may be the last
 */
public record LocationOrders(int location, boolean observed, long count, Map<Long, Long> countByFinalValue) {}
