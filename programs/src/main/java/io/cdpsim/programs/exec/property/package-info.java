/**
 * The effect of each CUDA runtime call on the simulated machine, one class per family of calls. Errors have CUDA's codes.
 */
@NullMarked
package io.cdpsim.programs.exec.property;

import org.jspecify.annotations.NullMarked;
