package io.cdpsim.profile;

/**
 * Device memory.
 *
 * @param bytes capacity, bytes
 * @param latencyCycles load-to-use on a miss in L2, cycles
 * @param bandwidth of all channels together
 * @param channels channels that work side by side
 * @param accessBytes bytes that one read moves at least, a multiple of the L2's sector
 * @param rowCycles cycles for which an access keeps its channel at least, since it opens a row: the time a bank needs from one row to the
 *     next, over the banks that do so side by side; 0 if the bytes alone count
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
