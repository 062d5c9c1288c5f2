/**
 * Who waits for whom: grids, streams, dependencies, tails and nesting. {@link io.cdpsim.runtime.launch.LaunchTree} says what may happen next and is told when
 * it does; nothing here knows a cycle. Knows the pool.
 */
@NullMarked
package io.cdpsim.runtime.launch;

import org.jspecify.annotations.NullMarked;
