package io.cdpsim.kernel.code;

import org.jspecify.annotations.Nullable;

/**
 * The blocks of a cluster along each dimension (CUDA C++ Programming Guide, thread block clusters).
 *
 * @param isExplicit whether the program asks for clusters; without, each block is a cluster of its own
 */
public record ClusterShape(long x, long y, long z, boolean isExplicit) {
    /** Each block is a cluster of its own. */
    public static final ClusterShape NONE = new ClusterShape(1, 1, 1, false);

    // As a record has it, but without method handles, which are slow until the JVM compiles them: each launch compares
    // shapes.
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof ClusterShape shape
                        && x == shape.x
                        && y == shape.y
                        && z == shape.z
                        && isExplicit == shape.isExplicit);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(31 * (31 * (31 * x + y) + z) + (isExplicit ? 1 : 0));
    }

    /** Blocks of a cluster. */
    public long blocks() {
        return x * y * z;
    }
}
