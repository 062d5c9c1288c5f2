/**
 * Device code as data: the instruction set, the sequences that the assembler makes of operations, operands and their types,
 * modifiers, and the kernel that they form with its attributes. Depends on the table of calls, and on addresses, scopes and
 * orders of memory.
 */
@NullMarked
package io.cdpsim.kernel.code;

import org.jspecify.annotations.NullMarked;
