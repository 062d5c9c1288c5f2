package io.cdpsim.profile.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.profile.DeviceLaunchSpec;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NewStreamsTest {
    /** During one dispatch of 8,000 cycles, the scan passes 4,000 slots at 2 cycles each. */
    @ParameterizedTest
    @CsvSource({
        "0, 4000, 0",
        "1, 4000, 1",
        "10, 40000, 2", // a tenth of ten others
        "100, 40000, 11",
        "100, 400000, 2",
        "100, 4000, 100", // all that wait
    })
    void aScanFindsTheNewStreamsThatItPassesDuringOneDispatch(int waiting, long slots, int found) {
        DeviceLaunchSpec launch = Profiles.load(
                        "h200", List.of("launch.stream_successor=8000 cycles", "launch.pool.walk_per_slot=2 cycles"))
                .launch();
        assertThat(launch.newStreamsPerScan(waiting, slots)).isEqualTo(found);
    }
}
