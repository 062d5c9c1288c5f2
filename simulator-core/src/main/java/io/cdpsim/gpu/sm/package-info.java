/**
 * The streaming multiprocessor: blocks and warps on it, and the units that run their instructions. A warp has for each room below what that
 * room keeps of it.
 *
 * <p>Knows all packages that serve a warp; not who places blocks, nor the device, of which it asks what {@link io.cdpsim.gpu.sm.SmContext.SmDevice} says,
 * nor the runtime, which is {@link io.cdpsim.gpu.sm.DeviceCalls} here.
 */
@NullMarked
package io.cdpsim.gpu.sm;

import org.jspecify.annotations.NullMarked;
