/**
 * Device code: kernels, how front ends write them, and the semantics of their instructions. Its packages, each of which uses only those before it, are
 * the table of calls, code, analysis, execution, verification and the builder. Does not depend on time or on a GPU.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.kernel;
