/**
 * CUDA graphs: work with dependencies that is launched as one. Knows the grids, but no call of host or device.
 */
@NullMarked
package io.cdpsim.runtime.graph;

import org.jspecify.annotations.NullMarked;
