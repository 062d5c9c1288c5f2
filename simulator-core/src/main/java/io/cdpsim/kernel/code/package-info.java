/**
 * Device code as data: the instruction set, operands and their types, what else an instruction says, and the kernel they make up with
 * and what a compiler states about it to the driver. Knows the table of calls, and addresses, scopes and orders of memory.
 */
@NullMarked
package io.cdpsim.kernel.code;

import org.jspecify.annotations.NullMarked;
