package io.cdpsim.runtime;

import io.cdpsim.gpu.CachePreference;
import io.cdpsim.kernel.Kernel;
import java.util.HashMap;
import java.util.Map;

/**
 * The cache preferences that the host has set: for the device, and for single kernels, which wins (rule ENV-2).
 *
 * <p>Rule ENV-1.
 */
final class CachePreferences {
    private final Map<Kernel, CachePreference> ofKernel = new HashMap<>();
    private CachePreference ofDevice = CachePreference.NONE;

    void set(CachePreference preference) {
        ofDevice = preference;
    }

    void set(Kernel kernel, CachePreference preference) {
        ofKernel.put(kernel, preference);
    }

    CachePreference ofDevice() {
        return ofDevice;
    }

    /** What a grid runs with, given the device's preference that it has from its parent. */
    CachePreference of(Kernel kernel, CachePreference inherited) {
        CachePreference own = ofKernel.getOrDefault(kernel, CachePreference.NONE);
        return own == CachePreference.NONE ? inherited : own;
    }
}
