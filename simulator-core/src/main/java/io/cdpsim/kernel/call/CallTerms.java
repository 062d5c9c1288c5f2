package io.cdpsim.kernel.call;

import static io.cdpsim.kernel.call.CallParameter.in;
import static io.cdpsim.kernel.call.CallParameter.out;
import static io.cdpsim.kernel.call.CallParameter.structure;

/** Parameters and errors that several calls have in common. */
final class CallTerms {
    static final CallParameter GRID = structure(
            "gridDimension",
            new CallValue(CallRole.GRID_X, CallType.UNSIGNED),
            new CallValue(CallRole.GRID_Y, CallType.UNSIGNED),
            new CallValue(CallRole.GRID_Z, CallType.UNSIGNED));
    static final CallParameter BLOCK = structure(
            "blockDimension",
            new CallValue(CallRole.BLOCK_X, CallType.UNSIGNED),
            new CallValue(CallRole.BLOCK_Y, CallType.UNSIGNED),
            new CallValue(CallRole.BLOCK_Z, CallType.UNSIGNED));
    static final CallParameter STREAM = in("stream", CallRole.STREAM, CallType.STREAM);
    static final CallParameter GRAPH_NODE = in("node", CallRole.GRAPH_NODE, CallType.POINTER);
    static final CallParameter EVENT = in("event", CallRole.EVENT, CallType.EVENT);
    static final CallParameter FLAGS = in("flags", CallRole.FLAGS, CallType.UNSIGNED);
    static final CallParameter DESTINATION = in("dst", CallRole.DESTINATION, CallType.POINTER);
    static final CallParameter FILLED = in("devPtr", CallRole.DESTINATION, CallType.POINTER);
    static final CallParameter SOURCE = in("src", CallRole.SOURCE, CallType.POINTER);
    static final CallParameter WIDTH = in("width", CallRole.BYTES, CallType.SIZE);
    static final CallParameter HEIGHT = in("height", CallRole.HEIGHT, CallType.SIZE);
    static final CallParameter KIND = in("kind", CallRole.COPY_KIND, CallType.ENUMERATION);
    static final CallParameter BYTE_VALUE = in("value", CallRole.BYTE_VALUE, CallType.INT);
    static final CallParameter BLOCKS = out("numBlocks", CallRole.VALUE, CallType.INT);
    static final CallParameter BLOCK_SIZE = in("blockSize", CallRole.BLOCK_THREADS, CallType.INT);
    static final CallParameter DYNAMIC_SHARED = in("dynamicSmemSize", CallRole.SHARED_BYTES, CallType.SIZE);

    /**
     * The errors that CUDA's header lists for a launch (rule LNCH-6), those of rules LNCH-10 and STR-3, that of an invalid kernel address, and that of a
     * kernel with an instruction that is not simulated.
     */
    static final CallError[] LAUNCH_ERRORS = {
        CallError.INVALID_DEVICE_FUNCTION,
        CallError.INVALID_DEVICE,
        CallError.LAUNCH_MAX_DEPTH_EXCEEDED,
        CallError.INVALID_CONFIGURATION,
        CallError.STARTUP_FAILURE,
        CallError.LAUNCH_PENDING_COUNT_EXCEEDED,
        CallError.LAUNCH_OUT_OF_RESOURCES,
        CallError.LAUNCH_FILE_SCOPED_TEX,
        CallError.LAUNCH_FILE_SCOPED_SURF,
        CallError.NOT_SUPPORTED
    };

    /** A copy or a fill may run as a grid (rule DEPTH-4); a full pool causes an H200's error. */
    static final CallError[] OPERATION_ERRORS = {
        CallError.INVALID_VALUE, CallError.INVALID_PITCH_VALUE, CallError.LAUNCH_MAX_DEPTH_EXCEEDED, CallError.UNKNOWN
    };

    private CallTerms() {}
}
