/**
 * The online visibility checker: told of launches, barriers, fences and accesses as a program runs, it finds accesses to the same memory
 * that nothing orders. Knows nothing of time.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.memory.visibility;
