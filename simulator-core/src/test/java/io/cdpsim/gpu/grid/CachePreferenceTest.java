package io.cdpsim.gpu.grid;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.profile.SmSpec;
import io.cdpsim.profile.read.Profiles;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An H200: 228 KiB an SM, of which a block takes 1 KiB more than it asks for; 0, 8, 16, 32, 64, 100, 132, 164, 196 or all of them are shared. */
class CachePreferenceTest {
    private final SmSpec sm = Profiles.load("h200").sm();

    @ParameterizedTest
    @CsvSource({
        // Without a preference, and with one for shared memory, all of it is.
        "NONE, 0, 228",
        "NONE, 50, 228",
        "SHARED, 0, 228",
        // Half is 114 KiB: the next that suffices.
        "EQUAL, 0, 132",
        "EQUAL, 131, 132",
        "EQUAL, 132, 164",
        "EQUAL, 227, 228",
        // As little as one block needs.
        "L1, 0, 8",
        "L1, 7, 8",
        "L1, 8, 16",
        "L1, 15, 16",
        "L1, 99, 100",
        "L1, 227, 228",
        // More than there is: the block does not run, whatever the answer.
        "L1, 228, 228"
    })
    void anSmHasTheLeastSharedMemoryThatSatisfiesThePreferenceAndTheBlock(
            CachePreference preference, int blockKib, int smKib) {
        assertThat(preference.sharedBytesOfSm(sm, blockKib * 1024)).isEqualTo(smKib * 1024);
    }

    /** In driver_types.h. */
    @Test
    void preferencesHaveTheNumbersOfCuda() {
        assertThat(List.of(
                        CachePreference.NONE.number(),
                        CachePreference.SHARED.number(),
                        CachePreference.L1.number(),
                        CachePreference.EQUAL.number()))
                .containsExactly(0, 1, 2, 3);
    }
}
