/**
 * What each operation does to values: one static method an operation, on the bits that registers hold, and the table that leads from an
 * instruction's opcode and detail to it. Interpreter, compiled kernels, atomics and the tests' documentation all come from here. Knows
 * code.
 */
@NullMarked
package io.cdpsim.kernel.semantics;

import org.jspecify.annotations.NullMarked;
