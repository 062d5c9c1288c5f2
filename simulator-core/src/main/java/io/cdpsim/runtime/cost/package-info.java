/**
 * What launches and other calls of device code cost in cycles: how queued grids are dispatched, how parents are notified of completed children, scans
 * of the pool. {@link io.cdpsim.runtime.cost.LaunchCosts} is the entry point, with an implementation for each generation of hardware. Knows the launch tree's
 * entries, and decides nothing but when.
 */
@NullMarked
package io.cdpsim.runtime.cost;

import org.jspecify.annotations.NullMarked;
