package io.cdpsim.runtime.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.gpu.grid.CachePreference;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import org.junit.jupiter.api.Test;

/** Rule ENV-2. */
class CachePreferencesTest {
    private final Kernel kernel = new KernelBuilder("kernel").build();
    private final Kernel other = new KernelBuilder("other").build();
    private final CachePreferences preferences = new CachePreferences();

    @Test
    void aDevicePrefersNothingUnlessTheHostSaysSo() {
        assertThat(preferences.device()).isEqualTo(CachePreference.NONE);
        preferences.set(CachePreference.EQUAL);
        assertThat(preferences.device()).isEqualTo(CachePreference.EQUAL);
    }

    @Test
    void aKernelWithoutAPreferenceHasThatOfTheDevice() {
        assertThat(preferences.of(kernel, CachePreference.L1)).isEqualTo(CachePreference.L1);
        preferences.set(other, CachePreference.SHARED);
        assertThat(preferences.of(kernel, CachePreference.L1)).isEqualTo(CachePreference.L1);
    }

    @Test
    void theKernelsPreferenceWins() {
        preferences.set(kernel, CachePreference.SHARED);
        assertThat(preferences.of(kernel, CachePreference.L1)).isEqualTo(CachePreference.SHARED);
    }

    @Test
    void aKernelSetBackToNoneHasThatOfTheDeviceAgain() {
        preferences.set(kernel, CachePreference.SHARED);
        preferences.set(kernel, CachePreference.NONE);
        assertThat(preferences.of(kernel, CachePreference.L1)).isEqualTo(CachePreference.L1);
    }
}
