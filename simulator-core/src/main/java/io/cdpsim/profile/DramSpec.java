package io.cdpsim.profile;

/**
 * Device memory.
 *
 * @param bytes capacity, bytes
 * @param latencyCycles load-to-use on a miss in L2, cycles
 * @param bytesPerSecond bandwidth, bytes per second
 * @param channels channels that work side by side
 * @param accessBytes bytes that one read moves at least, a multiple of the L2's sector
 */
public record DramSpec(long bytes, int latencyCycles, double bytesPerSecond, int channels, int accessBytes) {}
