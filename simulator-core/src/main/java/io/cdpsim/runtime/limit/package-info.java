/**
 * The limits of a device that the host sets and everybody reads: pending launches, synchronisation depth, heap, stack, printf, and the memory set aside for
 * them. Knows the error codes.
 */
@NullMarked
package io.cdpsim.runtime.limit;

import org.jspecify.annotations.NullMarked;
