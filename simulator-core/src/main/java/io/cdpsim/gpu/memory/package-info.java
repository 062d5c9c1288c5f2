/**
 * The memory behind the load-store units: its values, and the timing of accesses: coalescing, caches, DRAM.
 *
 * <p>Depends on addresses, lanes' registers and {@code gpu.queue}, {@code gpu.bank} and {@code gpu.link}; not on warps or blocks.
 */
@NullMarked
package io.cdpsim.gpu.memory;

import org.jspecify.annotations.NullMarked;
