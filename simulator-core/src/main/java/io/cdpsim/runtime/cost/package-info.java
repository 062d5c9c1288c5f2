/**
 * The costs of launches and other device calls in cycles: dispatch of queued grids, notification of parents, scans of the pool.
 * {@link io.cdpsim.runtime.cost.LaunchCosts} is the entry point; each generation of hardware has an implementation. The package
 * depends on the launch tree's entries and decides only the times.
 */
@NullMarked
package io.cdpsim.runtime.cost;

import org.jspecify.annotations.NullMarked;
