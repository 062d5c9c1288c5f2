package io.cdpsim.runtime;

/** Error codes of the CUDA runtime, with the number before and after the renumbering of CUDA 10.1 (rulebook 1.1). */
public enum CudaError {
    SUCCESS("cudaSuccess", 0, 0),
    INVALID_VALUE("cudaErrorInvalidValue", 1, 11),
    MEMORY_ALLOCATION("cudaErrorMemoryAllocation", 2, 2),
    INVALID_CONFIGURATION("cudaErrorInvalidConfiguration", 9, 9),
    INVALID_MEMCPY_DIRECTION("cudaErrorInvalidMemcpyDirection", 21, 21),
    LAUNCH_MAX_DEPTH_EXCEEDED("cudaErrorLaunchMaxDepthExceeded", 65, 65),
    SYNC_DEPTH_EXCEEDED("cudaErrorSyncDepthExceeded", 68, 68),
    LAUNCH_PENDING_COUNT_EXCEEDED("cudaErrorLaunchPendingCountExceeded", 69, 69),
    UNSUPPORTED_LIMIT("cudaErrorUnsupportedLimit", 215, 42),
    INVALID_RESOURCE_HANDLE("cudaErrorInvalidResourceHandle", 400, 33),
    NOT_READY("cudaErrorNotReady", 600, 34),
    ILLEGAL_ADDRESS("cudaErrorIllegalAddress", 700, 77),
    LAUNCH_OUT_OF_RESOURCES("cudaErrorLaunchOutOfResources", 701, 7),
    ASSERT("cudaErrorAssert", 710, 59),
    ILLEGAL_INSTRUCTION("cudaErrorIllegalInstruction", 715, 73),
    MISALIGNED_ADDRESS("cudaErrorMisalignedAddress", 716, 74),
    LAUNCH_FAILURE("cudaErrorLaunchFailure", 719, 4),
    NOT_SUPPORTED("cudaErrorNotSupported", 801, 71),
    UNKNOWN("cudaErrorUnknown", 999, 30);

    private final String cudaName;
    private final int code;
    private final int oldCode;

    CudaError(String cudaName, int code, int oldCode) {
        this.cudaName = cudaName;
        this.code = code;
        this.oldCode = oldCode;
    }

    /** The name in CUDA's headers. */
    public String cudaName() {
        return cudaName;
    }

    /** The number a program of this CUDA version sees. */
    public int code(CudaVersion version) {
        return version.atLeast(CudaVersion.RENUMBERED_ERRORS) ? code : oldCode;
    }

    /** Whether the context is lost and every later call gives the same error (rule ERR-4). */
    public boolean isSticky() {
        return switch (this) {
            case ILLEGAL_ADDRESS, ASSERT, ILLEGAL_INSTRUCTION, MISALIGNED_ADDRESS, LAUNCH_FAILURE -> true;
            default -> false;
        };
    }
}
