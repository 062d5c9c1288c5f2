package io.cdpsim.runtime.version;

import static org.assertj.core.api.Assertions.assertThat;

import io.cdpsim.kernel.call.CallError;
import io.cdpsim.kernel.call.DeviceCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The errors that the table of calls names are CUDA's. */
class CallErrorTest {
    @ParameterizedTest
    @EnumSource
    void anErrorOfACallHasACode(CallError error) {
        assertThat(CudaError.valueOf(error.name())).isNotEqualTo(CudaError.SUCCESS);
    }

    /** What CUDA's header lists for {@code cudaLaunchDevice} (rule LNCH-6). */
    @Test
    void aLaunchMayGiveWhatTheHeaderListsForIt() {
        assertThat(DeviceCall.LAUNCH.signature().errors())
                .contains(
                        CallError.INVALID_DEVICE,
                        CallError.LAUNCH_MAX_DEPTH_EXCEEDED,
                        CallError.INVALID_CONFIGURATION,
                        CallError.STARTUP_FAILURE,
                        CallError.LAUNCH_PENDING_COUNT_EXCEEDED,
                        CallError.LAUNCH_OUT_OF_RESOURCES)
                .isEqualTo(DeviceCall.LAUNCH_BUFFER.signature().errors());
    }
}
