/**
 * Reports threads' accesses to the visibility checker, in its terms. Runs without the checker do not use it.
 *
 * <p>Depends on the checker and lanes' registers, and on no other package of the device; of a warp only on
 * {@link io.cdpsim.gpu.visibility.CheckedWarp} holds.
 */
@NullMarked
package io.cdpsim.gpu.visibility;

import org.jspecify.annotations.NullMarked;
