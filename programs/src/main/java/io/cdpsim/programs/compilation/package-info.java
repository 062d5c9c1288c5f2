/**
 * CUDA sources as a workload: {@link io.cdpsim.programs.compilation.SourceWorkload} compiles them once for each set of macros and GPU, and runs the
 * executable.
 */
@NullMarked
package io.cdpsim.programs.compilation;

import org.jspecify.annotations.NullMarked;
