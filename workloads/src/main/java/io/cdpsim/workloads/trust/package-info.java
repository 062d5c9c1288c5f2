/**
 * How far to trust a simulated time: the errors that were seen on hardware, by kind of run. A workload says which kind its run is of, validation
 * makes the figures, and this package keeps them. Knows neither: no workload, no measured row.
 */
@NullMarked
package io.cdpsim.workloads.trust;

import org.jspecify.annotations.NullMarked;
