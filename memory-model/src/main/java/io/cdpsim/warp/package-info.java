/** How wide a warp is: the one number of the hardware that profile, kernels, device and runtime all count in. Knows nothing else. */
@NullMarked
package io.cdpsim.warp;

import org.jspecify.annotations.NullMarked;
