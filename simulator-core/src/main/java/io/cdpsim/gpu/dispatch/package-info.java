/**
 * Block scheduling: grids that wait for their turn, which SM has room, blocks that come, go and are swapped out.
 *
 * <p>Knows SMs, of which it asks no more than to take a block's warps; not the device, of which it asks what
 * {@link io.cdpsim.gpu.dispatch.DispatchContext.DispatchDevice} says, nor the runtime, which is {@link io.cdpsim.gpu.dispatch.GridOwner} here.
 */
@NullMarked
package io.cdpsim.gpu.dispatch;

import org.jspecify.annotations.NullMarked;
