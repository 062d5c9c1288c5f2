/**
 * The memory behind the load-store units: the values in it, and when an access is done: banks, coalescing, caches, DRAM, the link to the host.
 *
 * <p>Knows addresses and lanes' registers, and {@code gpu.queue}; neither warps nor blocks.
 */
@NullMarked
package io.cdpsim.gpu.memory;

import org.jspecify.annotations.NullMarked;
