package io.cdpsim.runtime.version;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers as in the headers of CUDA 10.0 and 10.1, driver_types.h. */
class CudaErrorTest {
    @ParameterizedTest
    @CsvSource({
        "SUCCESS, cudaSuccess, 0, 0",
        "INVALID_VALUE, cudaErrorInvalidValue, 1, 11",
        "MEMORY_ALLOCATION, cudaErrorMemoryAllocation, 2, 2",
        "INVALID_CONFIGURATION, cudaErrorInvalidConfiguration, 9, 9",
        "INVALID_RESOURCE_HANDLE, cudaErrorInvalidResourceHandle, 400, 33",
        "LAUNCH_OUT_OF_RESOURCES, cudaErrorLaunchOutOfResources, 701, 7",
        "LAUNCH_PENDING_COUNT_EXCEEDED, cudaErrorLaunchPendingCountExceeded, 69, 69",
        "ILLEGAL_ADDRESS, cudaErrorIllegalAddress, 700, 77",
        "LAUNCH_FAILURE, cudaErrorLaunchFailure, 719, 4"
    })
    void aProgramSeesTheNumberOfItsVersion(CudaError error, String name, int code, int oldCode) {
        assertThat(error.cudaName()).isEqualTo(name);
        assertThat(error.code()).isEqualTo(code);
        assertThat(error.code(new CudaVersion(10, 1))).isEqualTo(code);
        assertThat(error.code(new CudaVersion(10, 0))).isEqualTo(oldCode);
        assertThat(error.codeBeforeRenumbering()).hasValue(oldCode);
    }

    @ParameterizedTest
    @EnumSource(CudaError.class)
    void anErrorThatAnOldVersionDoesNotKnowHasTheLaterNumber(CudaError error) {
        assertThat(error.code(new CudaVersion(6, 0)))
                .isEqualTo(error.codeBeforeRenumbering().orElse(error.code()));
        assertThat(error.explanation()).isNotBlank();
        assertThat(error.arises()).isNotBlank();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "701",
                "7",
                "cudaErrorLaunchOutOfResources",
                "CUDAERRORLAUNCHOUTOFRESOURCES",
                "launchOutOfResources"
            })
    void anErrorIsCalledByItsNumbersAndItsNameInAnyCase(String text) {
        for (CudaError error : CudaError.values()) {
            assertThat(error.isCalled(text)).isEqualTo(error == CudaError.LAUNCH_OUT_OF_RESOURCES);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "Launch", "cudaError"})
    void noErrorIsCalledAnythingElse(String text) {
        assertThat(CudaError.values()).noneMatch(error -> error.isCalled(text));
    }

    /** Rule ERR-4. */
    @Test
    void faultsLoseTheContextAndRefusalsDoNot() {
        assertThat(CudaError.ILLEGAL_ADDRESS.isSticky()).isTrue();
        assertThat(CudaError.LAUNCH_FAILURE.isSticky()).isTrue();
        assertThat(CudaError.ASSERT.isSticky()).isTrue();
        assertThat(CudaError.INVALID_VALUE.isSticky()).isFalse();
        assertThat(CudaError.LAUNCH_OUT_OF_RESOURCES.isSticky()).isFalse();
        assertThat(CudaError.SUCCESS.isSticky()).isFalse();
    }
}
