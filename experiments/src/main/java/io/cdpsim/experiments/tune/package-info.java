/**
 * The search for the best settings of a workload, which runs far fewer points than there are combinations. Stands on the points of sweeps, and knows no
 * workload.
 */
@NullMarked
package io.cdpsim.experiments.tune;

import org.jspecify.annotations.NullMarked;
