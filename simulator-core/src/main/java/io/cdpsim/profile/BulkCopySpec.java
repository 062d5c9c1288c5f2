package io.cdpsim.profile;

/**
 * What bulk copies between global and shared memory take ({@code cp.async.bulk}).
 *
 * @param issueCycles for how long a copy holds the warp that issues it, cycles
 * @param loadBytesPerCycle bytes that an SM copies from global memory per cycle
 * @param storeCycles from the issue of a copy to global memory until a wait for its source returns, without its bytes, cycles
 * @param storeBytesPerCycle bytes that an SM copies to global memory per cycle
 * @param writeCycles how much later a wait for the copy's writes returns, cycles
 * @param neighbourCycles a copy to the shared memory of another block of the cluster, without its bytes, cycles
 * @param neighbourBytesPerCycle bytes that go to another block per cycle
 */
public record BulkCopySpec(
        int issueCycles,
        int loadBytesPerCycle,
        int storeCycles,
        int storeBytesPerCycle,
        int writeCycles,
        int neighbourCycles,
        int neighbourBytesPerCycle) {
    /** For a device without bulk copies. */
    public static final BulkCopySpec NONE = new BulkCopySpec(0, 1, 0, 1, 0, 0, 1);
}
