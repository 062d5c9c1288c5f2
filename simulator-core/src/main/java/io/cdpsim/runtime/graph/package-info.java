/**
 * CUDA graphs: work with dependencies that one call launches. The package depends on the grids, but on no call of host or device.
 */
@NullMarked
package io.cdpsim.runtime.graph;

import org.jspecify.annotations.NullMarked;
