/**
 * Block scheduling: the queue of ready grids, the free resources of SMs, and placing, swapping and ending blocks.
 *
 * <p>Depends on SMs, to which it hands a block's warps. It reaches the device through
 * {@link io.cdpsim.gpu.dispatch.DispatchContext.DispatchDevice} and the runtime through {@link io.cdpsim.gpu.dispatch.GridOwner}.
 */
@NullMarked
package io.cdpsim.gpu.dispatch;

import org.jspecify.annotations.NullMarked;
