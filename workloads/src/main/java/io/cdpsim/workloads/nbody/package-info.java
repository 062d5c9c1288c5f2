/** The N-body workload: forces between all pairs of bodies, by four kernels that read the bodies in different ways. */
@NullMarked
package io.cdpsim.workloads.nbody;

import org.jspecify.annotations.NullMarked;
