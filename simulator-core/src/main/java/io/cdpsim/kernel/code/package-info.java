/**
 * Device code as data: the instruction set, operands and their types, what else an instruction says, and the kernel they make up with
 * what the compiler would tell the driver of it. Knows the table of calls, and addresses, scopes and orders of memory.
 */
@NullMarked
package io.cdpsim.kernel.code;

import org.jspecify.annotations.NullMarked;
