/**
 * Accounts for what warps spend their time on.
 *
 * <p>Knows a warp as {@link io.cdpsim.gpu.times.WarpTimeBreakdown}.
 */
@NullMarked
package io.cdpsim.gpu.times;

import org.jspecify.annotations.NullMarked;
