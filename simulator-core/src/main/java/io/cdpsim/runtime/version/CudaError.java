package io.cdpsim.runtime.version;

import java.util.Locale;
import java.util.OptionalInt;

/** Error codes of the CUDA runtime, with the number before and after the renumbering of CUDA 10.1 (rulebook 1.1). */
public enum CudaError {
    SUCCESS("cudaSuccess", 0, 0, "The call succeeded.", "Always, unless another error applies."),
    INVALID_VALUE(
            "cudaErrorInvalidValue",
            1,
            11,
            "An argument is outside of what the call accepts.",
            "Flags of a stream or an event, an event on a tail or fire-and-forget stream, a stream or an event of"
                    + " another scope, an address or a size beyond an allocation."),
    MEMORY_ALLOCATION(
            "cudaErrorMemoryAllocation",
            2,
            2,
            "There is not enough memory, or a table of fixed size is full.",
            "cudaMalloc; setting a limit whose reservation does not fit; creating an event when twice the"
                    + " pending-launch limit exist (CDP2)."),
    INVALID_CONFIGURATION(
            "cudaErrorInvalidConfiguration",
            9,
            9,
            "The launch requests more than the device supports.",
            "Dimensions that are zero or too large, or more shared memory than a block may have. The grid does not"
                    + " run."),
    INVALID_PITCH_VALUE(
            "cudaErrorInvalidPitchValue",
            12,
            12,
            "A row is longer than the pitch.",
            "Copies of two dimensions. Nothing is copied."),
    INVALID_SYMBOL(
            "cudaErrorInvalidSymbol",
            13,
            13,
            "No module has the named symbol.",
            "Copies to and from symbols, on the host only."),
    INVALID_MEMCPY_DIRECTION(
            "cudaErrorInvalidMemcpyDirection",
            21,
            21,
            "The caller may not use this direction of a copy.",
            "A copy by device code that names the host as source or destination."),
    MISSING_CONFIGURATION(
            "cudaErrorMissingConfiguration",
            52,
            1,
            "A kernel was called without a launch configuration.",
            "On the host only."),
    LAUNCH_MAX_DEPTH_EXCEEDED(
            "cudaErrorLaunchMaxDepthExceeded",
            65,
            65,
            "The child would be nested deeper than the limit, 24 levels with CDP1.",
            "A launch or a copy by a grid at the deepest level. The child does not run."),
    LAUNCH_FILE_SCOPED_TEX(
            "cudaErrorLaunchFileScopedTex",
            66,
            66,
            "A kernel launched by the device uses a texture reference of its module.",
            "A launch by device code; the same kernel may be launched by the host. The child does not run."),
    LAUNCH_FILE_SCOPED_SURF(
            "cudaErrorLaunchFileScopedSurf",
            67,
            67,
            "A kernel launched by the device uses a surface reference of its module.",
            "A launch by device code; the same kernel may be launched by the host. The child does not run."),
    SYNC_DEPTH_EXCEEDED(
            "cudaErrorSyncDepthExceeded",
            68,
            68,
            "The grid is nested too deep to wait for its children.",
            "cudaDeviceSynchronize in device code (CDP1) at a depth not below the synchronisation limit, 2 if nothing"
                    + " is set. It returns at once; launched grids still run."),
    LAUNCH_PENDING_COUNT_EXCEEDED(
            "cudaErrorLaunchPendingCountExceeded",
            69,
            69,
            "More launches are outstanding than the pending-launch pool has slots.",
            "A launch with CUDA 5, or beyond the virtualised pool with CUDA 6 to 11, or on an H200. The child does not"
                    + " run. Raise cudaLimitDevRuntimePendingLaunchCount."),
    INVALID_DEVICE_FUNCTION(
            "cudaErrorInvalidDeviceFunction",
            98,
            8,
            "The program has no code of the kernel that the device can run.",
            "Loading a kernel that could not have been compiled for the device, such as one with launches below compute"
                    + " capability 3.5."),
    INVALID_DEVICE("cudaErrorInvalidDevice", 101, 10, "There is no device with this number.", "Queries of a device."),
    // Rule LNCH-6 lists it.
    STARTUP_FAILURE(
            "cudaErrorStartupFailure",
            127,
            127,
            "The runtime could not be started.",
            "Documented for launches by device code; no case of it is known."),
    ECC_UNCORRECTABLE(
            "cudaErrorECCUncorrectable",
            214,
            39,
            "An uncorrectable ECC error occurred in device memory.",
            "At the host, when the launch tree is complete; kernels do not get the error."),
    UNSUPPORTED_LIMIT(
            "cudaErrorUnsupportedLimit",
            215,
            42,
            "The device has no such limit.",
            "The synchronisation depth with CDP2; both limits of dynamic parallelism below compute capability 3.5."),
    UNSUPPORTED_DEV_SIDE_SYNC(
            "cudaErrorUnsupportedDevSideSync",
            225,
            -1,
            "PTX to be compiled for the device synchronises with children, which the device does not support.",
            "Documented for PTX compiled at load time; the guide names cudaErrorSymbolNotFound for the same case."),
    PEER_ACCESS_UNSUPPORTED(
            "cudaErrorPeerAccessUnsupported",
            217,
            64,
            "The two devices have no link for access to each other's memory.",
            "Enabling peer access, on the host only; cudaDeviceCanAccessPeer reports whether it is possible."),
    INVALID_RESOURCE_HANDLE(
            "cudaErrorInvalidResourceHandle",
            400,
            33,
            "The handle of a stream or an event is invalid.",
            "A null event, as the reference says; an H200 gives cudaErrorInvalidValue."),
    ILLEGAL_STATE(
            "cudaErrorIllegalState",
            401,
            -1,
            "A resource of the call is in the wrong state.",
            "Starting the capture of a stream that is captured already, or ending the capture of a stream that is"
                    + " not."),
    SYMBOL_NOT_FOUND(
            "cudaErrorSymbolNotFound",
            500,
            -1,
            "A named symbol was not found.",
            "Loading code of compute capability 9.0 or later that calls cudaDeviceSynchronize on the device."),
    NOT_READY(
            "cudaErrorNotReady",
            600,
            34,
            "The queried work is not complete. This is not a failure.",
            "Queries of streams and events on the host."),
    ILLEGAL_ADDRESS(
            "cudaErrorIllegalAddress",
            700,
            77,
            "A thread accessed an address outside every allocation.",
            "At the host's next call, for any grid of a launch tree; the parent does not get the error."),
    LAUNCH_OUT_OF_RESOURCES(
            "cudaErrorLaunchOutOfResources",
            701,
            7,
            "The launch needs more resources than are available.",
            "Too many threads for the kernel's registers or launch bounds, too many bytes of arguments, and, as"
                    + " documented for CDP2, a full pending-launch pool. The grid does not run."),
    LAUNCH_TIMEOUT(
            "cudaErrorLaunchTimeout",
            702,
            6,
            "The kernel ran longer than the system allows.",
            "On devices that also drive a screen; never here."),
    PEER_ACCESS_ALREADY_ENABLED(
            "cudaErrorPeerAccessAlreadyEnabled",
            704,
            50,
            "The current device has access to the memory of that device already.",
            "Enabling peer access, on the host only."),
    PEER_ACCESS_NOT_ENABLED(
            "cudaErrorPeerAccessNotEnabled",
            705,
            51,
            "The current device has no access to the memory of that device.",
            "Disabling peer access, on the host only."),
    ASSERT(
            "cudaErrorAssert",
            710,
            59,
            "An assertion in device code did not hold.",
            "At the host's next call, for any grid of a launch tree; the parent does not get the error."),
    HARDWARE_STACK_ERROR(
            "cudaErrorHardwareStackError",
            714,
            72,
            "A thread's call stack is damaged or overflowed.",
            "At the host's next call."),
    ILLEGAL_INSTRUCTION(
            "cudaErrorIllegalInstruction",
            715,
            73,
            "A thread executed an instruction that the device does not have.",
            "At the host's next call."),
    MISALIGNED_ADDRESS(
            "cudaErrorMisalignedAddress",
            716,
            74,
            "An address is not a multiple of the size of the access.",
            "At the host's next call."),
    INVALID_ADDRESS_SPACE(
            "cudaErrorInvalidAddressSpace",
            717,
            75,
            "An instruction got an address in a state space that it does not support.",
            "At the host's next call."),
    INVALID_PC(
            "cudaErrorInvalidPc", 718, 76, "A thread jumped to an address without code.", "At the host's next call."),
    LAUNCH_FAILURE(
            "cudaErrorLaunchFailure",
            719,
            4,
            "A kernel failed for a reason without its own code.",
            "At the host's next call, for example after a trap."),
    COOPERATIVE_LAUNCH_TOO_LARGE(
            "cudaErrorCooperativeLaunchTooLarge",
            720,
            -1,
            "A cooperative grid has more blocks than can be resident at once.",
            "A cooperative launch by the host. The grid does not run."),
    NOT_PERMITTED("cudaErrorNotPermitted", 800, 70, "The call is not allowed now.", "Host calls in a callback."),
    NOT_SUPPORTED(
            "cudaErrorNotSupported",
            801,
            71,
            "The device or the driver cannot do this.",
            "For example a kernel that launches, in a graph to be launched from the device."),
    CDP_NOT_SUPPORTED(
            "cudaErrorCdpNotSupported",
            811,
            -1,
            "The program uses dynamic parallelism, which the configuration does not allow.",
            "Loading a kernel with launches while the Multi-Process Service is in use."),
    CDP_VERSION_MISMATCH(
            "cudaErrorCdpVersionMismatch",
            812,
            -1,
            "One call graph has functions of both versions of dynamic parallelism.",
            "Loading a kernel that contains a launch of a kernel of the other version, executed or not."),
    INVALID_CLUSTER_SIZE(
            "cudaErrorInvalidClusterSize",
            912,
            -1,
            "The blocks of a cluster are too many, or the grid is no multiple of them.",
            "A launch in clusters, by the host or by device code. The grid does not run."),
    STREAM_CAPTURE_UNSUPPORTED(
            "cudaErrorStreamCaptureUnsupported",
            900,
            -1,
            "The call is not allowed while a stream is captured.",
            "Waiting for or asking about a captured stream, allocating while a capture is global, capturing"
                    + " the legacy default stream. The capture is invalid from then on."),
    STREAM_CAPTURE_INVALIDATED(
            "cudaErrorStreamCaptureInvalidated",
            901,
            -1,
            "The capture in which the stream participates has failed before.",
            "Any call with the stream until the capture is ended, and the end of the capture."),
    STREAM_CAPTURE_MERGE(
            "cudaErrorStreamCaptureMerge",
            902,
            -1,
            "A wait would join two captures.",
            "A captured stream waits for an event of another capture."),
    STREAM_CAPTURE_UNMATCHED(
            "cudaErrorStreamCaptureUnmatched",
            903,
            -1,
            "The capture started in another stream.",
            "Ending a capture in a stream that joined it by an event."),
    STREAM_CAPTURE_UNJOINED(
            "cudaErrorStreamCaptureUnjoined",
            904,
            -1,
            "Work of another stream in the capture has not been joined to the stream that the capture" + " started in.",
            "Ending a capture while a stream that was forked from it has work that nothing waits for."),
    STREAM_CAPTURE_ISOLATION(
            "cudaErrorStreamCaptureIsolation",
            905,
            -1,
            "A wait would make the capture depend on work outside of it.",
            "A captured stream waits for an event that was recorded outside of the capture."),
    STREAM_CAPTURE_IMPLICIT(
            "cudaErrorStreamCaptureImplicit",
            906,
            -1,
            "The call would make a capture depend on the legacy default stream.",
            "Work in the legacy default stream while a stream that blocks with it is captured."),
    CAPTURED_EVENT(
            "cudaErrorCapturedEvent",
            907,
            -1,
            "The event was last recorded in a capture.",
            "Asking about or waiting for such an event on the host."),
    STREAM_CAPTURE_WRONG_THREAD(
            "cudaErrorStreamCaptureWrongThread",
            908,
            -1,
            "Another thread started the capture.",
            "Ending a capture in another thread than the one that started it, unless its mode is relaxed."),
    GRAPH_EXEC_UPDATE_FAILURE(
            "cudaErrorGraphExecUpdateFailure",
            910,
            -1,
            "The executable graph could not take over the other graph's nodes.",
            "Updating an executable graph from one whose nodes or dependencies differ."),
    UNKNOWN(
            "cudaErrorUnknown",
            999,
            30,
            "Something failed for which there is no code.",
            "Device runtime calls of code built without -rdc=true; a fill by device code into a full pool, on an"
                    + " H200.");

    private static final String PREFIX = "cudaError";

    private final String cudaName;
    private final int code;
    private final int oldCode;
    private final String explanation;
    private final String arises;

    CudaError(String cudaName, int code, int oldCode, String explanation, String arises) {
        this.cudaName = cudaName;
        this.code = code;
        this.oldCode = oldCode;
        this.explanation = explanation;
        this.arises = arises;
    }

    /** The name in CUDA's headers. */
    public String cudaName() {
        return cudaName;
    }

    /** The number in a CUDA version (rule ERR-2); if that version does not have the error, the number in later versions. */
    public int code(CudaVersion version) {
        return version.atLeast(CudaVersion.RENUMBERED_ERRORS) || oldCode < 0 ? code : oldCode;
    }

    /** The number since CUDA 10.1. */
    public int code() {
        return code;
    }

    /** The number up to CUDA 10.0; empty for later errors. */
    public OptionalInt codeBeforeRenumbering() {
        return oldCode < 0 ? OptionalInt.empty() : OptionalInt.of(oldCode);
    }

    /** The meaning of the error in one or two sentences. */
    public String explanation() {
        return explanation;
    }

    /** The cause of the error in programs with dynamic parallelism. */
    public String arises() {
        return arises;
    }

    /** Whether a text is the name of the error, with or without its prefix and in any case, or one of its numbers. */
    public boolean isCalled(String text) {
        return text.equals(Integer.toString(code))
                || (oldCode >= 0 && text.equals(Integer.toString(oldCode)))
                || text.equalsIgnoreCase(cudaName)
                || (PREFIX.toLowerCase(Locale.ROOT) + text.toLowerCase(Locale.ROOT))
                        .equals(cudaName.toLowerCase(Locale.ROOT));
    }

    /** Whether the error invalidates the context, so that every later call returns it (rule ERR-4). */
    public boolean isSticky() {
        return switch (this) {
            case ILLEGAL_ADDRESS,
                    LAUNCH_TIMEOUT,
                    ASSERT,
                    HARDWARE_STACK_ERROR,
                    ILLEGAL_INSTRUCTION,
                    MISALIGNED_ADDRESS,
                    INVALID_ADDRESS_SPACE,
                    INVALID_PC,
                    LAUNCH_FAILURE -> true;
            default -> false;
        };
    }
}
