/**
 * Resident thread blocks: their warps, their shared memory and barriers, and the clusters that they are of. A warp holds the per-warp state of each
 * package below.
 *
 * <p>State alone: {@link io.cdpsim.gpu.sm} and the packages of units run it.
 */
@NullMarked
package io.cdpsim.gpu.block;

import org.jspecify.annotations.NullMarked;
