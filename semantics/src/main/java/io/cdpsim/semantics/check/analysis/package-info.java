/**
 * Static analysis of kernels. It works on {@code kernel.code}, not on PTX, so that it covers the kernels of every front end, with source lines,
 * and uses the results of {@code kernel.analysis}. The assembler's passes remove only code without effect.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.semantics.check.analysis;
