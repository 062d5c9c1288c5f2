/**
 * The online visibility checker: told of launches, barriers, fences and accesses as a program runs, it finds accesses to the same memory
 * that nothing orders. Knows nothing of time.
 *
 * <p>What the simulator talks to lives here and may know all rooms below it. They build on one another in this order: {@code access},
 * {@code report}, {@code causality}, {@code history}; each may know those before it.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.memory.visibility;
