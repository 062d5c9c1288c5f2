/**
 * The streaming multiprocessor: its blocks and warps, and the units that run their instructions. A warp holds the per-warp state of each package
 * below.
 *
 * <p>Depends on all packages that serve a warp. It reaches the device through {@link io.cdpsim.gpu.sm.SmContext.SmDevice}
 * and the runtime through {@link io.cdpsim.gpu.sm.DeviceCalls}.
 */
@NullMarked
package io.cdpsim.gpu.sm;

import org.jspecify.annotations.NullMarked;
