/**
 * The load-store unit of an SM: runs loads, stores and atomics of its warps, checks their addresses, and posts what may be posted. Their values are in
 * {@link io.cdpsim.gpu.memory}, as is their timing.
 */
@NullMarked
package io.cdpsim.gpu.loadstore;

import org.jspecify.annotations.NullMarked;
