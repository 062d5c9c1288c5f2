/**
 * Rules of nesting: completion of grids, synchronisation in CDP1, and the limits on the depth of both (groups NEST, SYNC and DEPTH). Each class
 * contains scenarios. It uses programs, the workload {@code recursive} and scenarios, but no other group of rules.
 */
@NullMarked
package io.cdpsim.semantics.rules.nesting;

import org.jspecify.annotations.NullMarked;
