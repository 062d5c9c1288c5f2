/**
 * Rules whose breach the code of kernels shows without being run. They look at {@code kernel.code} and not at PTX, so that kernels of every front end
 * profit: the lines of the source are there as well, and what {@code kernel.analysis} finds out is found out once. What the assembler's passes take away is
 * only what has no effect.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.workloads.check.analysis;
