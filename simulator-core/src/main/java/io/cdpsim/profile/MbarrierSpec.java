package io.cdpsim.profile;

/**
 * What operations on mbarrier objects take.
 *
 * @param arriveCycles from an arrival's issue to the state that it returns, however many lanes arrive, cycles
 * @param testCycles from the issue of a test that succeeds to its predicate, cycles
 * @param intervalCycles between two operations of the warps of an SM, cycles
 * @param wakeCycles from the issue of the arrival that completes a phase to the next instruction of a waiting thread of the block, cycles
 * @param suspendNanos how long {@code try_wait} waits before it fails, nanoseconds
 * @param neighbourArriveCycles for how long an arrival at the object of another block of the cluster holds its warp, cycles
 * @param neighbourWakeCycles from such an arrival to the next instruction of a waiting thread there, cycles
 */
public record MbarrierSpec(
        int arriveCycles,
        int testCycles,
        int intervalCycles,
        int wakeCycles,
        double suspendNanos,
        int neighbourArriveCycles,
        int neighbourWakeCycles) {
    /** For a device without mbarrier objects: each operation takes a cycle or less. */
    public static final MbarrierSpec NONE = new MbarrierSpec(0, 0, 0, 0, 0, 0, 0);
}
