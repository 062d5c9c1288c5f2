/**
 * Kernels as JVM bytecode: the values of a straight-line region, lane by lane, in one method of a hidden class. The semantics of each
 * instruction comes from {@code kernel.semantics}. Does not depend on time.
 */
@NullMarked
package io.cdpsim.bytecode;

import org.jspecify.annotations.NullMarked;
