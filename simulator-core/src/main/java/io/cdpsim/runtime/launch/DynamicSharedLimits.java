package io.cdpsim.runtime.launch;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.ClusterSpec;
import io.cdpsim.profile.SmSpec;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The dynamic shared memory limits of kernels on one device, and which of them may have large clusters, which the host sets by {@code
 * cudaFuncAttributeMaxDynamicSharedMemorySize}.
 */
public final class DynamicSharedLimits {
    private final Map<Kernel, Integer> dynamicBytes = new HashMap<>();
    private final Set<Kernel> nonPortable = new HashSet<>();
    private int changes;

    /** Sets the limit of a kernel. @return false if it exceeds what a block of the kernel can have */
    public boolean set(Kernel kernel, long bytes, SmSpec sm) {
        if (bytes < 0
                || bytes
                        > sm.maxSharedBytesPerBlockOptIn() - kernel.attributes().staticSharedBytes()) {
            return false;
        }
        dynamicBytes.put(kernel, (int) bytes);
        changes++;
        return true;
    }

    /** How often a limit has been set: what depends on the limits stays as long as this does. */
    public int changes() {
        return changes;
    }

    /** Maximum static and dynamic shared memory of a block of a kernel, bytes. */
    public int limit(Kernel kernel, SmSpec sm) {
        Integer set = dynamicBytes.isEmpty() ? null : dynamicBytes.get(kernel);
        if (set != null) {
            return kernel.attributes().staticSharedBytes() + set;
        }
        return kernel.attributes().largeShared() ? sm.maxSharedBytesPerBlockOptIn() : sm.maxSharedBytesPerBlock();
    }

    /** Sets whether a kernel may have clusters of a size that not every device supports. */
    public void allowNonPortableClusters(Kernel kernel, boolean allows) {
        changes++;
        if (allows) {
            nonPortable.add(kernel);
        } else {
            nonPortable.remove(kernel);
        }
    }

    /** Blocks that a cluster of a kernel may have (rule C-1). */
    public int mostClusterBlocks(Kernel kernel, ClusterSpec clusters) {
        return nonPortable.contains(kernel) ? clusters.most() : clusters.mostPortable();
    }

    /** Whether a kernel has opted in to more shared memory than the default. */
    public boolean isLarge(Kernel kernel, SmSpec sm) {
        return limit(kernel, sm) > sm.maxSharedBytesPerBlock();
    }
}
