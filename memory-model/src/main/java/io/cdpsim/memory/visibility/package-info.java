/**
 * The online visibility checker: the simulator notifies it of launches, barriers, fences and accesses, and it finds unordered accesses to the same memory. Nothing here depends on time.
 *
 * <p>The interface to the simulator is in this package and may use all packages below it. They build on one another in this order: {@code access},
 * {@code report}, {@code causality}, {@code history}; each may use the ones before it.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.memory.visibility;
