/**
 * From the source of a CUDA program to an executable: nvcc where it is installed, else clang with headers of CDPSim's own
 * (the resources below {@code include}). What was built is kept by its content. Does not depend on the code that runs the builds.
 */
@NullMarked
package io.cdpsim.programs.cuda;

import org.jspecify.annotations.NullMarked;
