package io.cdpsim.runtime.launch;

import io.cdpsim.gpu.grid.CachePreference;
import io.cdpsim.kernel.code.Kernel;
import java.util.HashMap;
import java.util.Map;

/** The cache preferences that the host has set: for the device, and for single kernels, which wins (rule ENV-2). */
public final class CachePreferences {
    private final Map<Kernel, CachePreference> ofKernel = new HashMap<>();
    private CachePreference ofDevice = CachePreference.NONE;

    public void set(CachePreference preference) {
        ofDevice = preference;
    }

    public void set(Kernel kernel, CachePreference preference) {
        ofKernel.put(kernel, preference);
    }

    CachePreference ofDevice() {
        return ofDevice;
    }

    /** What a grid runs with, given the device's preference that it has from its parent (rules ENV-1, ENV-2). */
    CachePreference of(Kernel kernel, CachePreference inherited) {
        if (ofKernel.isEmpty()) {
            return inherited;
        }
        CachePreference own = ofKernel.getOrDefault(kernel, CachePreference.NONE);
        return own == CachePreference.NONE ? inherited : own;
    }
}
