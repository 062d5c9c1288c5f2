/**
 * Executables that use the CUDA runtime as a workload: the program's own {@code main} runs on the CPU as it is, its kernels on the simulated
 * machine. Its packages: {@code fatbinary} (executables as files), {@code wire} (how calls travel), {@code library} (the runtime library that
 * programs are given), {@code call} (what each call does), {@code process} (the program while it runs).
 */
@NullMarked
package io.cdpsim.programs.exec;

import org.jspecify.annotations.NullMarked;
