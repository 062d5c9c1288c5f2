package io.cdpsim.profile.occupancy;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.profile.read.Profiles;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How much shared memory an SM has for a kernel. */
class CarveoutsTest {
    /**
     * Between these amounts of shared memory the time after the last end steps on an H200 (carveout-h200.csv, kernels of 32 registers): 340, 180, 115, 80, 65 and
     * 50 us for trees of 1,364 grids.
     */
    @ParameterizedTest
    @CsvSource({
        "256, 0, 8",
        "256, 1024, 16",
        "256, 1536, 32",
        "256, 4096, 64",
        "512, 1024, 8",
        "512, 1536, 16",
        "768, 3072, 8",
        "768, 4096, 16",
        "384, 512, 8",
        "384, 768, 16",
        "384, 3072, 32",
        "128, 0, 16",
        "128, 512, 32",
        "128, 1024, 32",
        "128, 1536, 64",
        "128, 65536, 228"
    })
    void anSmHasWhatTheBlocksOfAFullSmNeed(int threads, int sharedBytes, int kib) {
        assertThat(Carveouts.kib(Profiles.load("h200"), threads, 32, sharedBytes))
                .isEqualTo(kib);
    }
}
