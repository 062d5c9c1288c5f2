/**
 * Device code: what a kernel is, how it is written and what its instructions do. Its packages, each of which uses only those before it, are
 * the table of calls, code, analysis, execution, verification and the builder. Knows nothing of time or of a GPU.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.kernel;
