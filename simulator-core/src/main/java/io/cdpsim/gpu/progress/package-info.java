/**
 * Finds out that nothing can happen any more although threads still run.
 *
 * <p>Knows the engine and lanes' registers, and no other room of the device; of a warp only its
 * {@link io.cdpsim.gpu.progress.LoopHistory}.
 */
@NullMarked
package io.cdpsim.gpu.progress;

import org.jspecify.annotations.NullMarked;
