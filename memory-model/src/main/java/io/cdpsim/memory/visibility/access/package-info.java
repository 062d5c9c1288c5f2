/**
 * Accesses packed into an int: the instruction, the bytes, strength and scope. Uses no other package.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.memory.visibility.access;
