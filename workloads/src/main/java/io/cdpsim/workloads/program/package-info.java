/**
 * Building blocks of small programs: the machine that runs them, with its timeline; kernels with a given delay or body; words in which kernels
 * store results; and launches into a selected kind of stream. Knows the simulator, and no rules, examples or workloads.
 */
@NullMarked
package io.cdpsim.workloads.program;

import org.jspecify.annotations.NullMarked;
