/**
 * What threads start and do not wait for at once: operations on mbarrier objects, bulk copies.
 *
 * <p>Knows the SMs and their warps; they know it as {@link io.cdpsim.gpu.sm.AsynchronousOperations} alone.
 */
@NullMarked
package io.cdpsim.gpu.async;

import org.jspecify.annotations.NullMarked;
