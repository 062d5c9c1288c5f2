package io.cdpsim.profile;

import java.util.List;

/**
 * Clusters of blocks: which SMs they share, and what their barrier and their shared memory take.
 *
 * @param groups SMs of each group within which a cluster fits (a GPC, or what of one is left); empty on a device without clusters
 * @param mostPortable blocks that a cluster may have on each device with clusters
 * @param most blocks that a cluster may have if its kernel allows a size that is not portable
 * @param barrierCycles from the last arrival at a cluster's barrier to the next instruction, for clusters of one block, cycles
 * @param barrierPerBlockCycles how much longer for each further block, cycles
 * @param barrierSeveralWarpsCycles how much longer where blocks have more than one warp, cycles
 * @param barrierPerWarpCycles how much longer for each further warp of a block, cycles
 * @param neighbourCycles how much longer an access to another block's shared memory takes than one to the own, cycles
 */
public record ClusterSpec(
        List<Integer> groups,
        int mostPortable,
        int most,
        int barrierCycles,
        int barrierPerBlockCycles,
        int barrierSeveralWarpsCycles,
        double barrierPerWarpCycles,
        int neighbourCycles) {
    public ClusterSpec {
        groups = List.copyOf(groups);
    }

    /** For a device without clusters. */
    public static final ClusterSpec NONE = new ClusterSpec(List.of(), 0, 0, 0, 0, 0, 0, 0);

    /** From the last arrival at the barrier of a cluster to the next instruction, cycles. */
    public long barrierCycles(long blocks, int warps) {
        return barrierCycles
                + (blocks - 1) * barrierPerBlockCycles
                + (warps > 1 ? barrierSeveralWarpsCycles : 0)
                + Math.round((warps - 1) * barrierPerWarpCycles);
    }

    /**
     * Clusters that are resident at once.
     *
     * @param blocks blocks of a cluster
     * @param blocksPerSm blocks that fit on an SM
     */
    public int resident(long blocks, int blocksPerSm) {
        long clusters = 0;
        for (int sms : groups) {
            // A cluster has at least as many SMs to itself as blocks, as measured.
            clusters += sms < blocks ? 0 : (long) sms * blocksPerSm / blocks;
        }
        return (int) Math.min(Integer.MAX_VALUE, clusters);
    }
}
