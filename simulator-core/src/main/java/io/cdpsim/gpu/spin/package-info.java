/**
 * Detects warps that spin, and parks them until a word that they read changes.
 *
 * <p>Knows a warp as {@link io.cdpsim.gpu.spin.SpinningWarp}.
 */
@NullMarked
package io.cdpsim.gpu.spin;

import org.jspecify.annotations.NullMarked;
