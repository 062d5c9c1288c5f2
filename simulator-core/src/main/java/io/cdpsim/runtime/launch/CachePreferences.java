package io.cdpsim.runtime.launch;

import io.cdpsim.gpu.grid.CachePreference;
import io.cdpsim.kernel.code.Kernel;
import java.util.HashMap;
import java.util.Map;

/**
 * The cache preferences that the host has set for the device and for single kernels. A kernel's own preference overrides the
 * device's (rule ENV-2).
 */
public final class CachePreferences {
    private final Map<Kernel, CachePreference> byKernel = new HashMap<>();
    private CachePreference device = CachePreference.NONE;

    public void set(CachePreference preference) {
        device = preference;
    }

    public void set(Kernel kernel, CachePreference preference) {
        byKernel.put(kernel, preference);
    }

    CachePreference device() {
        return device;
    }

    /**
     * The preference of a grid (rules ENV-1, ENV-2).
     *
     * @param inherited the device's preference, inherited from the parent grid
     */
    CachePreference of(Kernel kernel, CachePreference inherited) {
        if (byKernel.isEmpty()) {
            return inherited;
        }
        CachePreference own = byKernel.getOrDefault(kernel, CachePreference.NONE);
        return own == CachePreference.NONE ? inherited : own;
    }
}
