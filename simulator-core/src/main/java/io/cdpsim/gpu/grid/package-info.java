/**
 * What is launched: a grid that the device has admitted, its shape, and what is kept of it while it runs.
 *
 * <p>Knows kernels and profiles, and no other room of the device.
 */
@NullMarked
package io.cdpsim.gpu.grid;

import org.jspecify.annotations.NullMarked;
