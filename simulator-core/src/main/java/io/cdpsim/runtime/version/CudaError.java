package io.cdpsim.runtime.version;

import java.util.Locale;
import java.util.OptionalInt;

/** Error codes of the CUDA runtime, with the number before and after the renumbering of CUDA 10.1 (rulebook 1.1). */
public enum CudaError {
    SUCCESS("cudaSuccess", 0, 0, "The call did what was asked.", "Always, unless one of the others holds."),
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
            "There is not enough memory, or no place in a table of fixed size.",
            "cudaMalloc; setting a limit whose reservation does not fit; creating an event when twice the"
                    + " pending-launch limit exist (CDP2)."),
    INVALID_CONFIGURATION(
            "cudaErrorInvalidConfiguration",
            9,
            9,
            "The launch asks for something that this device can never give.",
            "Dimensions that are zero or too large, or more shared memory than a block may have. The grid does not"
                    + " run."),
    INVALID_SYMBOL(
            "cudaErrorInvalidSymbol",
            13,
            13,
            "A symbol that no module has was named.",
            "Copies to and from symbols, on the host only."),
    INVALID_MEMCPY_DIRECTION(
            "cudaErrorInvalidMemcpyDirection",
            21,
            21,
            "The kind of a copy is not one that the caller may ask for.",
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
                    + " is set. It returns at once; what was launched still runs."),
    LAUNCH_PENDING_COUNT_EXCEEDED(
            "cudaErrorLaunchPendingCountExceeded",
            69,
            69,
            "More launches are outstanding than the pending-launch pool has places.",
            "A launch with CUDA 5, or beyond the virtualised pool with CUDA 6 to 11, or on an H200. The child does not"
                    + " run. Raise cudaLimitDevRuntimePendingLaunchCount."),
    INVALID_DEVICE_FUNCTION(
            "cudaErrorInvalidDeviceFunction",
            98,
            8,
            "The program holds no code of the kernel that this device can run.",
            "Loading a kernel that could not have been compiled for the device, such as one with launches below compute"
                    + " capability 3.5."),
    INVALID_DEVICE("cudaErrorInvalidDevice", 101, 10, "There is no device of this number.", "Asking about a device."),
    // Rule LNCH-6 lists it.
    STARTUP_FAILURE(
            "cudaErrorStartupFailure",
            127,
            127,
            "The runtime could not be started.",
            "Listed among what a launch by device code may return; no case of it is known."),
    ECC_UNCORRECTABLE(
            "cudaErrorECCUncorrectable",
            214,
            39,
            "Memory of the device lost bits that its check code cannot restore.",
            "At the host, when the launch tree is complete; kernels are not told."),
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
            "PTX to be compiled for the device waits for children, which the device does not have.",
            "Documented for PTX compiled at load time; the guide names cudaErrorSymbolNotFound for the same case."),
    PEER_ACCESS_UNSUPPORTED(
            "cudaErrorPeerAccessUnsupported",
            217,
            64,
            "The two devices have no link over which one reaches the memory of the other.",
            "Enabling peer access, on the host only; cudaDeviceCanAccessPeer tells before."),
    INVALID_RESOURCE_HANDLE(
            "cudaErrorInvalidResourceHandle",
            400,
            33,
            "A handle of a stream or an event is not one.",
            "A null event, as the reference says; an H200 gives cudaErrorInvalidValue."),
    ILLEGAL_STATE(
            "cudaErrorIllegalState",
            401,
            -1,
            "Something that the call needs is not in a state that allows it.",
            "Starting the capture of a stream that is captured already, or ending that of one that is not."),
    SYMBOL_NOT_FOUND(
            "cudaErrorSymbolNotFound",
            500,
            -1,
            "Something named by a function is nowhere to be found.",
            "Loading code of compute capability 9.0 or later that calls cudaDeviceSynchronize on the device."),
    NOT_READY(
            "cudaErrorNotReady",
            600,
            34,
            "What was asked about is not finished. Not a failure.",
            "Queries of streams and events on the host."),
    ILLEGAL_ADDRESS(
            "cudaErrorIllegalAddress",
            700,
            77,
            "A thread touched an address outside of every allocation.",
            "At the host's next call, whichever grid of a launch tree did it; the parent is not told."),
    LAUNCH_OUT_OF_RESOURCES(
            "cudaErrorLaunchOutOfResources",
            701,
            7,
            "The launch needs more of something than there is.",
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
            "The current device may reach the memory of that device already.",
            "Enabling peer access, on the host only."),
    PEER_ACCESS_NOT_ENABLED(
            "cudaErrorPeerAccessNotEnabled",
            705,
            51,
            "The current device may not reach the memory of that device.",
            "Disabling peer access, on the host only."),
    ASSERT(
            "cudaErrorAssert",
            710,
            59,
            "An assertion in device code did not hold.",
            "At the host's next call, whichever grid of a launch tree it was in; the parent is not told."),
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
            "A thread ran an instruction that the device does not have.",
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
            "An instruction for some memory spaces got an address of another.",
            "At the host's next call."),
    INVALID_PC("cudaErrorInvalidPc", 718, 76, "A thread jumped to where no code is.", "At the host's next call."),
    LAUNCH_FAILURE(
            "cudaErrorLaunchFailure",
            719,
            4,
            "A kernel failed in a way without a code of its own.",
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
            "One call graph holds functions of both versions of dynamic parallelism.",
            "Loading a kernel that names a launch of a kernel of the other version, whether or not it is ever made."),
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
            "The capture that the stream takes part in has failed before.",
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
