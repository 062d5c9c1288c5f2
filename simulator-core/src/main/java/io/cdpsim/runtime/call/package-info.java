/**
 * The calls of the device runtime, as device code makes them: launches, copies, streams and events, synchronisation, the heap, printf and questions. Knows the
 * launch tree, its costs and the limits.
 */
@NullMarked
package io.cdpsim.runtime.call;

import org.jspecify.annotations.NullMarked;
