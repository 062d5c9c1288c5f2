/**
 * The memory behind the load-store units: its values, and the timing of accesses: coalescing, caches, DRAM, the host link.
 *
 * <p>Depends on addresses, lanes' registers and {@code gpu.queue} and {@code gpu.bank}; not on warps or blocks.
 */
@NullMarked
package io.cdpsim.gpu.memory;

import org.jspecify.annotations.NullMarked;
