/**
 * Grids, blocks, warps, SMs and the memory system: when things happen.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.gpu;
