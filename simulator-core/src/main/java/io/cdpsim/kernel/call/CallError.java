package io.cdpsim.kernel.call;

/** The errors that a call of device code may return, named as in CUDA without their {@code cudaError}; every call may return success. */
public enum CallError {
    INVALID_VALUE,
    MEMORY_ALLOCATION,
    INVALID_CONFIGURATION,
    INVALID_PITCH_VALUE,
    INVALID_MEMCPY_DIRECTION,
    LAUNCH_MAX_DEPTH_EXCEEDED,
    LAUNCH_FILE_SCOPED_TEX,
    LAUNCH_FILE_SCOPED_SURF,
    SYNC_DEPTH_EXCEEDED,
    LAUNCH_PENDING_COUNT_EXCEEDED,
    INVALID_DEVICE,
    STARTUP_FAILURE,
    INVALID_DEVICE_FUNCTION,
    UNSUPPORTED_LIMIT,
    INVALID_RESOURCE_HANDLE,
    LAUNCH_OUT_OF_RESOURCES,
    NOT_SUPPORTED,
    UNKNOWN
}
