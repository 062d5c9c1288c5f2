/**
 * Reports to the visibility checker what threads do, in its terms. Where nobody watches there is nothing of this.
 *
 * <p>Knows the checker and lanes' registers, and no other room of the device; of a warp only what
 * {@link io.cdpsim.gpu.visibility.CheckedWarp} holds.
 */
@NullMarked
package io.cdpsim.gpu.visibility;

import org.jspecify.annotations.NullMarked;
