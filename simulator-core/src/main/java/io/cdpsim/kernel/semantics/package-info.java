/**
 * The semantics of each operation: one static method per operation, on the bits of registers, and the table from an
 * instruction's opcode and modifiers to its method. Interpreter, compiled kernels, atomics and the tests' documentation all come from here. Knows
 * code.
 */
@NullMarked
package io.cdpsim.kernel.semantics;

import org.jspecify.annotations.NullMarked;
