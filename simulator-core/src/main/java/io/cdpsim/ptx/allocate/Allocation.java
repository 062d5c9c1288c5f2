package io.cdpsim.ptx.allocate;

/**
 * The registers of a function's values.
 *
 * @param places the register of each value; -1 of those that are never written nor read
 * @param registers how many registers the function needs; those that it shares with called functions follow them
 * @param words the most 32-bit registers of hardware that hold a live value at a time
 */
@SuppressWarnings("ArrayRecordComponent")
public record Allocation(int[] places, int registers, int words) {}
