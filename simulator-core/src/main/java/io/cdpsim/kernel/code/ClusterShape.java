package io.cdpsim.kernel.code;

/**
 * The blocks of a cluster along each dimension (CUDA C++ Programming Guide, thread block clusters).
 *
 * @param isExplicit whether the program asks for clusters; without, each block is a cluster of its own
 */
public record ClusterShape(long x, long y, long z, boolean isExplicit) {
    /** Each block is a cluster of its own. */
    public static final ClusterShape NONE = new ClusterShape(1, 1, 1, false);

    /** Blocks of a cluster. */
    public long blocks() {
        return x * y * z;
    }
}
