/**
 * The streaming multiprocessor: which warp issues when, and the units that run its instructions.
 *
 * <p>Depends on all packages that serve a warp. It reaches the device through {@link io.cdpsim.gpu.sm.SmContext.SmDevice}
 * and the runtime through {@link io.cdpsim.gpu.call.DeviceCalls}.
 */
@NullMarked
package io.cdpsim.gpu.sm;

import org.jspecify.annotations.NullMarked;
