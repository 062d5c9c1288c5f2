/**
 * Two runs side by side: the differences of their inputs, the effect on the time, and the mechanism. Depends on the workload API and the measured
 * errors, and on no workload.
 */
@NullMarked
package io.cdpsim.experiments.compare;

import org.jspecify.annotations.NullMarked;
