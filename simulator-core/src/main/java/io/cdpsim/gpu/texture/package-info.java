/**
 * Textures and surfaces as values: texels in memory, how coordinates name them, and the formulas of the CUDA guide by which they are filtered.
 *
 * <p>Knows neither warps nor time.
 */
@NullMarked
package io.cdpsim.gpu.texture;

import org.jspecify.annotations.NullMarked;
