/**
 * Executables that use the CUDA runtime, as a workload: the unmodified {@code main} runs on the CPU, its kernels on the simulated machine. Packages:
 * {@code fatbinary} (formats of executables), {@code protocol} (the encoding of calls), {@code library} (the runtime library in place of CUDA's),
 * {@code call} (the effect of each call), {@code process} (the running program).
 */
@NullMarked
package io.cdpsim.programs.exec;

import org.jspecify.annotations.NullMarked;
