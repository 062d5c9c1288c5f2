/**
 * Notifies a listener of each instruction that warps execute, with their registers. Runs without such a listener do not use it.
 *
 * <p>Knows a warp as {@link io.cdpsim.gpu.stepping.SteppedWarp}.
 */
@NullMarked
package io.cdpsim.gpu.stepping;

import org.jspecify.annotations.NullMarked;
