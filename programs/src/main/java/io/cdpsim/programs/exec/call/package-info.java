/**
 * What each call of the CUDA runtime does on the simulated machine, a class for each family of calls. Errors are CUDA's own.
 */
@NullMarked
package io.cdpsim.programs.exec.call;

import org.jspecify.annotations.NullMarked;
