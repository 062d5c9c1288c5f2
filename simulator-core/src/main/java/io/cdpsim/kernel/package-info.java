/**
 * The instruction set, kernels and their builder, and the SIMT stack.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.kernel;
