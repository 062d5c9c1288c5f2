/**
 * The dependencies between grids: streams, events, tail launches and nesting. {@link io.cdpsim.runtime.launch.LaunchTree} reports
 * which step may happen next and is called when it does. The package has no notion of time. It includes the pool.
 */
@NullMarked
package io.cdpsim.runtime.launch;

import org.jspecify.annotations.NullMarked;
