/** Regions of a kernel that a warp runs lane by lane, where no time is simulated. */
@NullMarked
package io.cdpsim.gpu.region;

import org.jspecify.annotations.NullMarked;
