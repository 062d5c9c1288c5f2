/**
 * Happens-before: grids with their launches, blocks with their clocks, barriers and fences, streams and tails. Uses the code that grids run; nothing here depends on memory.
 */
@org.jspecify.annotations.NullMarked
package io.cdpsim.memory.visibility.causality;
