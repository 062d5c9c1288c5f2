package io.cdpsim.kernel.code;

import com.google.common.collect.Sets;
import java.util.Set;

/**
 * Attributes of a kernel that a compiler states to the driver.
 *
 * @param name the kernel's name
 * @param registersPerThread registers of a thread; occupancy counts these, not the registers of the simulator's code
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
        // Queried for each warp: a bit set.
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
