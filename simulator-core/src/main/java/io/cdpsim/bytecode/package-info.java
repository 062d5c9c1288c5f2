/**
 * Kernels as JVM bytecode: the values of a straight-line region, lane by lane, in one method of a hidden class. What each
 * instruction does is taken from {@code kernel.semantics}. Knows nothing of time.
 */
@NullMarked
package io.cdpsim.bytecode;

import org.jspecify.annotations.NullMarked;
