package io.cdpsim.runtime.launch;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.SmSpec;
import java.util.HashMap;
import java.util.Map;

/** How much dynamic shared memory the host lets kernels have: {@code cudaFuncAttributeMaxDynamicSharedMemorySize}, of one device. */
public final class DynamicSharedLimits {
    private final Map<Kernel, Integer> dynamicBytes = new HashMap<>();

    /** Sets it for a kernel. @return false if no block of it could have so much */
    public boolean set(Kernel kernel, long bytes, SmSpec sm) {
        if (bytes < 0
                || bytes
                        > sm.maxSharedBytesPerBlockOptIn() - kernel.attributes().staticSharedBytes()) {
            return false;
        }
        dynamicBytes.put(kernel, (int) bytes);
        return true;
    }

    /** Static and dynamic shared memory that a block of a kernel may have, bytes. */
    public int limit(Kernel kernel, SmSpec sm) {
        Integer set = dynamicBytes.isEmpty() ? null : dynamicBytes.get(kernel);
        if (set != null) {
            return kernel.attributes().staticSharedBytes() + set;
        }
        return kernel.attributes().largeShared() ? sm.maxSharedBytesPerBlockOptIn() : sm.maxSharedBytesPerBlock();
    }

    /** Whether that is more than blocks have without asking. */
    public boolean isLarge(Kernel kernel, SmSpec sm) {
        return limit(kernel, sm) > sm.maxSharedBytesPerBlock();
    }
}
