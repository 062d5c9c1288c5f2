/** The width of a warp, the one number of the hardware that profile, kernels, device and runtime share. Depends on no other package. */
@NullMarked
package io.cdpsim.warp;

import org.jspecify.annotations.NullMarked;
