/**
 * Who knows of whose past: grids with their launches, blocks with their clocks, barriers and fences, streams and tails. May know the code
 * that grids run; knows nothing of memory.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.memory.visibility.causality;
