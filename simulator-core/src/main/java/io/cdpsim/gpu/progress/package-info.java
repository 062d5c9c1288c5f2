/**
 * Detects livelock: threads run, but nothing can change.
 *
 * <p>Depends on the engine and lanes' registers, and on no other package of the device; of a warp only on
 * {@link io.cdpsim.gpu.progress.LoopHistory}.
 */
@NullMarked
package io.cdpsim.gpu.progress;

import org.jspecify.annotations.NullMarked;
