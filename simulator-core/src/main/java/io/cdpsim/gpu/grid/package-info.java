/**
 * A resident grid, its shape, and its state while it runs.
 *
 * <p>Depends on kernels and profiles, and on no other package of the device.
 */
@NullMarked
package io.cdpsim.gpu.grid;

import org.jspecify.annotations.NullMarked;
