package io.cdpsim.profile;

/**
 * Device memory.
 *
 * @param bytes capacity, bytes
 * @param latencyCycles load-to-use on a miss in L2, cycles
 * @param bandwidth of all channels together
 * @param channels channels that work in parallel
 * @param accessBytes minimum size of a read, bytes; a multiple of the L2's sector
 * @param rowCycles minimum time for which an access occupies its channel because it opens a row: the row cycle time of a bank
 *     divided by the banks that work in parallel, cycles; 0 if only the bytes count
 * @param writeRowCycles the same for a write, cycles
 */
public record DramSpec(
        long bytes,
        int latencyCycles,
        Bandwidth bandwidth,
        int channels,
        int accessBytes,
        double rowCycles,
        double writeRowCycles) {}
