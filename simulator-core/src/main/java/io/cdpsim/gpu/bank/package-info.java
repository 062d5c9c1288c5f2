/**
 * The banks of an SM's shared memory: their conflicts, and the times of atomics on it.
 *
 * <p>Depends on instructions, profiles and {@code gpu.queue}; not on warps or blocks.
 */
@NullMarked
package io.cdpsim.gpu.bank;

import org.jspecify.annotations.NullMarked;
