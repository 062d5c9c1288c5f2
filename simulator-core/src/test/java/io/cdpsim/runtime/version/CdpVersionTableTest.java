package io.cdpsim.runtime.version;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.ComputeCapability;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules VER-1 and VER-2, cell by cell. */
class CdpVersionTableTest {
    @ParameterizedTest
    @CsvSource({
        "5.0, false, 3, 0, NONE",
        "13.0, true, 3, 0, NONE",
        "5.0, false, 3, 5, CDP1",
        "11.8, false, 3, 5, CDP1",
        "11.8, true, 8, 6, CDP1",
        "12.0, false, 8, 9, CDP2",
        "12.0, true, 8, 9, CDP1",
        "13.0, true, 7, 5, CDP1",
        "11.8, false, 9, 0, CDP2",
        "12.0, false, 9, 0, CDP2",
        "12.0, true, 9, 0, CDP2",
        "13.0, true, 10, 0, CDP2"
    })
    void toolkitFlagAndComputeCapabilityDecideTheVersion(
            String toolkit, boolean forceCdp1, int major, int minor, CdpSupport expected) {
        assertThat(CdpVersionTable.resolve(CudaVersion.parse(toolkit), forceCdp1, new ComputeCapability(major, minor)))
                .isEqualTo(expected);
    }
}
