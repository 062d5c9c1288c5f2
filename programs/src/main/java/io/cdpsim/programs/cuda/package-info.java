/**
 * From the source of a CUDA program to an executable: nvcc where it is installed, else clang with headers of CDPSim's own
 * (the resources below {@code include}). What was built is kept by its content. Knows nothing of who runs what it builds.
 */
@NullMarked
package io.cdpsim.programs.cuda;

import org.jspecify.annotations.NullMarked;
