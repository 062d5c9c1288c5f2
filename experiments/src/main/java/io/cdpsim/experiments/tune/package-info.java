/**
 * The search for the best settings of a workload, with far fewer runs than combinations. Depends on the points of sweeps, and on no workload.
 */
@NullMarked
package io.cdpsim.experiments.tune;

import org.jspecify.annotations.NullMarked;
