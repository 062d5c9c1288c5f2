/**
 * Builds executables from CUDA sources: with nvcc where it is installed, else with clang and CDPSim's headers (the resources below {@code include}).
 * A cache holds builds by content. Does not depend on the code that runs the builds.
 */
@NullMarked
package io.cdpsim.programs.cuda;

import org.jspecify.annotations.NullMarked;
