package io.cdpsim.kernel.code;

import com.google.common.collect.Sets;
import java.util.Set;

/**
 * What a compiler states about a kernel to the driver.
 *
 * @param name the kernel's name
 * @param registersPerThread registers a thread holds; what occupancy counts, not what the simulator's code uses
 * @param staticSharedBytes shared memory declared in the kernel, in bytes
 * @param localBytes local memory of a thread, in bytes
 * @param maxThreadsPerBlock {@code __launch_bounds__}, or 0 for none (rule LNCH-8)
 * @param largeShared whether the kernel has opted in to more shared memory a block than the ordinary limit
 * @param properties what else is declared
 * @param cluster {@code __cluster_dims__}, or {@link ClusterShape#NONE}
 */
public record KernelAttributes(
        String name,
        int registersPerThread,
        int staticSharedBytes,
        int localBytes,
        int maxThreadsPerBlock,
        boolean largeShared,
        Set<KernelProperty> properties,
        ClusterShape cluster) {
    public KernelAttributes {
        // Asked for each warp: a set of bits.
        properties = Sets.immutableEnumSet(properties);
    }

    /** A kernel without clusters. */
    public KernelAttributes(
            String name,
            int registersPerThread,
            int staticSharedBytes,
            int localBytes,
            int maxThreadsPerBlock,
            boolean largeShared,
            Set<KernelProperty> properties) {
        this(
                name,
                registersPerThread,
                staticSharedBytes,
                localBytes,
                maxThreadsPerBlock,
                largeShared,
                properties,
                ClusterShape.NONE);
    }

    /** A kernel with no other declarations. */
    public KernelAttributes(
            String name,
            int registersPerThread,
            int staticSharedBytes,
            int localBytes,
            int maxThreadsPerBlock,
            boolean largeShared) {
        this(name, registersPerThread, staticSharedBytes, localBytes, maxThreadsPerBlock, largeShared, Set.of());
    }

    /** Whether a property is declared. */
    public boolean has(KernelProperty property) {
        return properties.contains(property);
    }
}
