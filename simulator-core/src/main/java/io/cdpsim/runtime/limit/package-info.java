/**
 * The settable limits of a device: pending launches, synchronisation depth, heap, stack, printf, and the memory reserved for
 * them. The package depends on the error codes.
 */
@NullMarked
package io.cdpsim.runtime.limit;

import org.jspecify.annotations.NullMarked;
