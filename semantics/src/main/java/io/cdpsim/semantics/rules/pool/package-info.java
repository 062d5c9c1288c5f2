/**
 * Rules of the pool of pending launches: its size, launches into a full pool, its costs and its memory (group POOL, and the rules of DEPTH and
 * CONC on reserved memory). Each class contains scenarios. It uses programs, the workload {@code pending} and scenarios, but no other group of rules.
 */
@NullMarked
package io.cdpsim.semantics.rules.pool;

import org.jspecify.annotations.NullMarked;
