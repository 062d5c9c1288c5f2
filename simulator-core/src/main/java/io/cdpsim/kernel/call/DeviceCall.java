package io.cdpsim.kernel.call;

import static io.cdpsim.kernel.call.CallParameter.function;
import static io.cdpsim.kernel.call.CallParameter.in;
import static io.cdpsim.kernel.call.CallParameter.out;
import static io.cdpsim.kernel.call.CallParameter.outStructure;
import static io.cdpsim.kernel.call.CallParameter.structure;
import static io.cdpsim.kernel.call.CallSignature.row;

import java.util.Arrays;
import java.util.List;

/**
 * The calls of the device runtime that device code can make: the one table that builder, verifier, loader, runtime and front ends read.
 * Names and parameters follow {@code cuda_device_runtime_api.h} and of the CUDA C++ Programming Guide.
 */
// Indices, for speed: each lane of each call looks up its arguments. Lists and arrays are never changed.
@SuppressWarnings({"EnumOrdinal", "ImmutableEnumChecker"})
public enum DeviceCall {
    // Rules API-1, API-3 and STR-11: device code cannot make a call outside this list.
    /** {@code kernel<<<grid, block, shared, stream>>>(parameters)}, which compilers turn into a buffer and a {@link #LAUNCH_BUFFER}. */
    LAUNCH(row(
                    "cudaLaunchDevice",
                    CallCost.LAUNCH,
                    function("func"),
                    CallTerms.GRID,
                    CallTerms.BLOCK,
                    in("sharedMemSize", CallRole.SHARED_BYTES, CallType.UNSIGNED),
                    CallTerms.STREAM)
            .withKernelParameters()
            .errors(CallError.INVALID_VALUE, CallTerms.LAUNCH_ERRORS)),
    /** A launch with parameters that the thread has written into a buffer (rule PARM-1). */
    LAUNCH_BUFFER(row(
                    "cudaLaunchDevice",
                    CallCost.LAUNCH,
                    function("func"),
                    in("parameterBuffer", CallRole.PARAMETER_BUFFER, CallType.POINTER),
                    CallTerms.GRID,
                    CallTerms.BLOCK,
                    in("sharedMemSize", CallRole.SHARED_BYTES, CallType.UNSIGNED),
                    CallTerms.STREAM)
            .errors(CallError.INVALID_VALUE, CallTerms.LAUNCH_ERRORS)),
    /** Returns 0 if the buffer is too large (rules PARM-1 to PARM-3). */
    GET_PARAMETER_BUFFER(row(
                    "cudaGetParameterBuffer",
                    CallCost.NOTHING,
                    in("alignment", CallRole.ALIGNMENT, CallType.SIZE),
                    in("size", CallRole.BYTES, CallType.SIZE))
            .returns(CallRole.PARAMETER_BUFFER, CallType.POINTER)),
    /**
     * The buffer holds the launch configuration. Returns 0 if that is invalid (rule PARM-1); the thread's last error then says why, since
     * compiled code skips the launch.
     */
    GET_PARAMETER_BUFFER_V2(row(
                    "cudaGetParameterBufferV2",
                    CallCost.NOTHING,
                    function("func"),
                    CallTerms.GRID,
                    CallTerms.BLOCK,
                    in("sharedMemSize", CallRole.SHARED_BYTES, CallType.UNSIGNED))
            .returns(CallRole.PARAMETER_BUFFER, CallType.POINTER)
            .errors(CallError.INVALID_VALUE, CallTerms.LAUNCH_ERRORS)),
    /** A launch with a buffer of {@link #GET_PARAMETER_BUFFER_V2}. */
    LAUNCH_BUFFER_V2(row(
                    "cudaLaunchDeviceV2",
                    CallCost.LAUNCH,
                    in("parameterBuffer", CallRole.PARAMETER_BUFFER, CallType.POINTER),
                    CallTerms.STREAM)
            .errors(CallError.INVALID_VALUE, CallTerms.LAUNCH_ERRORS)),
    /** A launch of a graph that was instantiated for the device (rules G-1 to G-7). */
    GRAPH_LAUNCH(row(
                    "cudaGraphLaunch",
                    CallCost.GRAPH_LAUNCH,
                    in("graphExec", CallRole.GRAPH, CallType.POINTER),
                    in("stream", CallRole.GRAPH_STREAM, CallType.STREAM))
            .errors(CallError.INVALID_VALUE)
            .in(CallVersions.onlyCdp2("12.0"))),
    /** Sets the value that a conditional node tests. */
    GRAPH_SET_CONDITIONAL(row(
                    "cudaGraphSetConditional",
                    CallCost.GRAPH_UPDATE,
                    in("handle", CallRole.GRAPH_CONDITION, CallType.POINTER),
                    in("value", CallRole.CONDITION_VALUE, CallType.UNSIGNED))
            .returnsNothing()
            .in(CallVersions.onlyCdp2("12.3"))),
    GRAPH_KERNEL_NODE_SET_PARAM(row(
                    "cudaGraphKernelNodeSetParam",
                    CallCost.GRAPH_UPDATE,
                    CallTerms.GRAPH_NODE,
                    in("offset", CallRole.PARAMETER_OFFSET, CallType.SIZE),
                    in("value", CallRole.SOURCE, CallType.POINTER),
                    in("size", CallRole.BYTES, CallType.SIZE))
            .errors(CallError.INVALID_VALUE)
            .in(CallVersions.onlyCdp2("12.4"))),
    GRAPH_KERNEL_NODE_SET_ENABLED(row(
                    "cudaGraphKernelNodeSetEnabled",
                    CallCost.GRAPH_UPDATE,
                    CallTerms.GRAPH_NODE,
                    in("enable", CallRole.ENABLED, CallType.UNSIGNED))
            .errors(CallError.INVALID_VALUE)
            .in(CallVersions.onlyCdp2("12.4"))),
    GRAPH_KERNEL_NODE_SET_GRID_DIM(
            row("cudaGraphKernelNodeSetGridDim", CallCost.GRAPH_UPDATE, CallTerms.GRAPH_NODE, CallTerms.GRID)
                    .errors(CallError.INVALID_VALUE)
                    .in(CallVersions.onlyCdp2("12.4"))),
    GRAPH_KERNEL_NODE_UPDATES_APPLY(row(
                    "cudaGraphKernelNodeUpdatesApply",
                    CallCost.GRAPH_UPDATE,
                    in("updates", CallRole.SOURCE, CallType.POINTER),
                    in("updateCount", CallRole.UPDATE_COUNT, CallType.SIZE))
            .errors(CallError.INVALID_VALUE)
            .in(CallVersions.onlyCdp2("12.4"))),
    /** Rule STR-9. */
    STREAM_CREATE_WITH_FLAGS(row(
                    "cudaStreamCreateWithFlags",
                    CallCost.STREAM_CREATE,
                    out("pStream", CallRole.STREAM, CallType.STREAM),
                    CallTerms.FLAGS)
            .errors(CallError.INVALID_VALUE)),
    /** Rule STR-10. */
    STREAM_DESTROY(row("cudaStreamDestroy", CallCost.STREAM_DESTROY, CallTerms.STREAM)
            .errors(CallError.INVALID_VALUE, CallError.INVALID_RESOURCE_HANDLE)),
    /** The stream waits for the work that the event recorded. */
    STREAM_WAIT_EVENT(
            row("cudaStreamWaitEvent", CallCost.STREAM_WAIT_EVENT, CallTerms.STREAM, CallTerms.EVENT, CallTerms.FLAGS)
                    .errors(CallError.INVALID_VALUE, CallError.INVALID_RESOURCE_HANDLE)),
    /** Rule EVT-1: no call waits for an event, queries it or measures time with it. */
    EVENT_CREATE_WITH_FLAGS(row(
                    "cudaEventCreateWithFlags",
                    CallCost.EVENT_CREATE,
                    out("event", CallRole.EVENT, CallType.EVENT),
                    CallTerms.FLAGS)
            .errors(CallError.INVALID_VALUE, CallError.MEMORY_ALLOCATION)),
    EVENT_DESTROY(row("cudaEventDestroy", CallCost.EVENT_DESTROY, CallTerms.EVENT)
            .errors(CallError.INVALID_VALUE, CallError.INVALID_RESOURCE_HANDLE)),
    EVENT_RECORD(row("cudaEventRecord", CallCost.EVENT_RECORD, CallTerms.EVENT, CallTerms.STREAM)
            .errors(CallError.INVALID_VALUE, CallError.INVALID_RESOURCE_HANDLE)),
    EVENT_RECORD_WITH_FLAGS(
            row("cudaEventRecordWithFlags", CallCost.EVENT_RECORD, CallTerms.EVENT, CallTerms.STREAM, CallTerms.FLAGS)
                    .errors(CallError.INVALID_VALUE, CallError.INVALID_RESOURCE_HANDLE)
                    .in(CallVersions.since("11.1"))),
    /** Resets the error (rule ERR-1). */
    GET_LAST_ERROR(row("cudaGetLastError", CallCost.LAST_ERROR)),
    /** Keeps the error (rule ERR-1). */
    PEEK_AT_LAST_ERROR(row("cudaPeekAtLastError", CallCost.LAST_ERROR)),
    /** CDP1 only (rule SYNC-1). */
    DEVICE_SYNCHRONIZE(row("cudaDeviceSynchronize", CallCost.DEVICE_SYNCHRONIZE)
            .errors(CallError.SYNC_DEPTH_EXCEEDED)
            .in(CallVersions.onlyCdp1("5.0"))),
    MEMCPY_ASYNC(row(
                    "cudaMemcpyAsync",
                    CallCost.MEMCPY,
                    CallTerms.DESTINATION,
                    CallTerms.SOURCE,
                    in("count", CallRole.BYTES, CallType.SIZE),
                    CallTerms.KIND,
                    CallTerms.STREAM)
            .errors(CallError.INVALID_MEMCPY_DIRECTION, CallTerms.OPERATION_ERRORS)),
    MEMCPY_2D_ASYNC(row(
                    "cudaMemcpy2DAsync",
                    CallCost.MEMCPY,
                    CallTerms.DESTINATION,
                    in("dpitch", CallRole.DESTINATION_PITCH, CallType.SIZE),
                    CallTerms.SOURCE,
                    in("spitch", CallRole.SOURCE_PITCH, CallType.SIZE),
                    CallTerms.WIDTH,
                    CallTerms.HEIGHT,
                    CallTerms.KIND,
                    CallTerms.STREAM)
            .errors(CallError.INVALID_MEMCPY_DIRECTION, CallTerms.OPERATION_ERRORS)),
    MEMCPY_3D_ASYNC(row(
                    "cudaMemcpy3DAsync",
                    CallCost.MEMCPY,
                    structure(
                            "p",
                            new CallValue(CallRole.DESTINATION, CallType.POINTER),
                            new CallValue(CallRole.DESTINATION_PITCH, CallType.SIZE),
                            new CallValue(CallRole.DESTINATION_ROWS, CallType.SIZE),
                            new CallValue(CallRole.SOURCE, CallType.POINTER),
                            new CallValue(CallRole.SOURCE_PITCH, CallType.SIZE),
                            new CallValue(CallRole.SOURCE_ROWS, CallType.SIZE),
                            new CallValue(CallRole.BYTES, CallType.SIZE),
                            new CallValue(CallRole.HEIGHT, CallType.SIZE),
                            new CallValue(CallRole.DEPTH, CallType.SIZE),
                            new CallValue(CallRole.COPY_KIND, CallType.ENUMERATION)),
                    CallTerms.STREAM)
            .errors(CallError.INVALID_MEMCPY_DIRECTION, CallTerms.OPERATION_ERRORS)),
    MEMSET_ASYNC(row(
                    "cudaMemsetAsync",
                    CallCost.MEMSET,
                    CallTerms.FILLED,
                    CallTerms.BYTE_VALUE,
                    in("count", CallRole.BYTES, CallType.SIZE),
                    CallTerms.STREAM)
            .errors(CallError.INVALID_VALUE, CallTerms.OPERATION_ERRORS)),
    MEMSET_2D_ASYNC(row(
                    "cudaMemset2DAsync",
                    CallCost.MEMSET,
                    CallTerms.FILLED,
                    in("pitch", CallRole.DESTINATION_PITCH, CallType.SIZE),
                    CallTerms.BYTE_VALUE,
                    CallTerms.WIDTH,
                    CallTerms.HEIGHT,
                    CallTerms.STREAM)
            .errors(CallError.INVALID_VALUE, CallTerms.OPERATION_ERRORS)),
    MEMSET_3D_ASYNC(row(
                    "cudaMemset3DAsync",
                    CallCost.MEMSET,
                    structure(
                            "pitchedDevPtr",
                            new CallValue(CallRole.DESTINATION, CallType.POINTER),
                            new CallValue(CallRole.DESTINATION_PITCH, CallType.SIZE),
                            new CallValue(CallRole.DESTINATION_ROWS, CallType.SIZE)),
                    CallTerms.BYTE_VALUE,
                    structure(
                            "extent",
                            new CallValue(CallRole.BYTES, CallType.SIZE),
                            new CallValue(CallRole.HEIGHT, CallType.SIZE),
                            new CallValue(CallRole.DEPTH, CallType.SIZE)),
                    CallTerms.STREAM)
            .errors(CallError.INVALID_VALUE, CallTerms.OPERATION_ERRORS)),
    /** Rule HEAP-1. */
    CUDA_MALLOC(row(
                    "cudaMalloc",
                    CallCost.ALLOCATE,
                    out("devPtr", CallRole.ADDRESS, CallType.POINTER),
                    in("size", CallRole.BYTES, CallType.SIZE))
            .errors(CallError.INVALID_VALUE, CallError.MEMORY_ALLOCATION)),
    /** Rule HEAP-3. */
    CUDA_FREE(row("cudaFree", CallCost.FREE, in("devPtr", CallRole.ADDRESS, CallType.POINTER))
            .errors(CallError.INVALID_VALUE)),
    /** Returns 0 if the heap is full; predates dynamic parallelism. */
    MALLOC(row("malloc", CallCost.ALLOCATE, in("size", CallRole.BYTES, CallType.SIZE))
            .returns(CallRole.ADDRESS, CallType.POINTER)
            .in(CallVersions.since("3.2"))),
    /** {@code __nv_aligned_device_malloc} of the CUDA C++ Programming Guide, by its name in PTX. */
    ALIGNED_MALLOC(row(
                    "__cuda_syscall_aligned_malloc",
                    CallCost.ALLOCATE,
                    in("size", CallRole.BYTES, CallType.SIZE),
                    in("align", CallRole.ALIGNMENT, CallType.SIZE))
            .returns(CallRole.ADDRESS, CallType.POINTER)
            .in(CallVersions.since("11.3"))),
    FREE(row("free", CallCost.FREE, in("ptr", CallRole.ADDRESS, CallType.POINTER))
            .returnsNothing()
            .in(CallVersions.since("3.2"))),
    /** Rule ENV-4. */
    GET_DEVICE(row("cudaGetDevice", CallCost.GET_DEVICE, out("device", CallRole.DEVICE, CallType.INT))),
    GET_DEVICE_COUNT(row("cudaGetDeviceCount", CallCost.QUERY, out("count", CallRole.VALUE, CallType.INT))),
    /** Rule ENV-1. */
    DEVICE_GET_LIMIT(row(
                    "cudaDeviceGetLimit",
                    CallCost.QUERY,
                    out("pValue", CallRole.VALUE, CallType.SIZE),
                    in("limit", CallRole.LIMIT, CallType.ENUMERATION))
            .errors(CallError.UNSUPPORTED_LIMIT)),
    DEVICE_GET_CACHE_CONFIG(
            row("cudaDeviceGetCacheConfig", CallCost.QUERY, out("pCacheConfig", CallRole.VALUE, CallType.ENUMERATION))),
    /** Returns 1 for banks of four bytes, 2 for banks of eight. */
    DEVICE_GET_SHARED_MEM_CONFIG(
            row("cudaDeviceGetSharedMemConfig", CallCost.QUERY, out("pConfig", CallRole.VALUE, CallType.ENUMERATION))),
    DEVICE_GET_ATTRIBUTE(row(
                    "cudaDeviceGetAttribute",
                    CallCost.QUERY,
                    out("value", CallRole.VALUE, CallType.INT),
                    in("attr", CallRole.DEVICE_ATTRIBUTE, CallType.ENUMERATION),
                    in("device", CallRole.DEVICE, CallType.INT))
            .errors(CallError.INVALID_VALUE, CallError.INVALID_DEVICE)),
    /** Returns 1000 times the major plus 10 times the minor version. */
    RUNTIME_GET_VERSION(
            row("cudaRuntimeGetVersion", CallCost.QUERY, out("runtimeVersion", CallRole.VALUE, CallType.INT))),
    /** The one field that is used of the structure that C fills. */
    FUNC_GET_ATTRIBUTES(row(
                    "cudaFuncGetAttributes",
                    CallCost.QUERY,
                    out("attr", CallRole.VALUE, CallType.SIZE),
                    function("func"),
                    in("field", CallRole.FUNCTION_ATTRIBUTE, CallType.ENUMERATION))
            .errors(CallError.INVALID_DEVICE_FUNCTION)),
    /** The same as C has it: the structure {@code cudaFuncAttributes}, in the order of its fields; what CUDA 9 added last is its end here. */
    FUNC_GET_ALL_ATTRIBUTES(row(
                    "cudaFuncGetAttributes",
                    CallCost.QUERY,
                    outStructure(
                            "attr",
                            new CallValue(CallRole.SHARED_BYTES, CallType.SIZE),
                            new CallValue(CallRole.CONSTANT_BYTES, CallType.SIZE),
                            new CallValue(CallRole.LOCAL_BYTES, CallType.SIZE),
                            new CallValue(CallRole.BLOCK_THREADS, CallType.INT),
                            new CallValue(CallRole.REGISTERS, CallType.INT),
                            new CallValue(CallRole.PTX_VERSION, CallType.INT),
                            new CallValue(CallRole.BINARY_VERSION, CallType.INT),
                            new CallValue(CallRole.CACHES_GLOBAL, CallType.INT),
                            new CallValue(CallRole.DYNAMIC_SHARED_BYTES, CallType.INT),
                            new CallValue(CallRole.CARVEOUT, CallType.INT)),
                    function("func"))
            .errors(CallError.INVALID_DEVICE_FUNCTION)),
    OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR(row(
                    "cudaOccupancyMaxActiveBlocksPerMultiprocessor",
                    CallCost.QUERY,
                    CallTerms.BLOCKS,
                    function("func"),
                    CallTerms.BLOCK_SIZE,
                    CallTerms.DYNAMIC_SHARED)
            .errors(CallError.INVALID_VALUE, CallError.INVALID_DEVICE_FUNCTION)
            .in(CallVersions.since("6.5"))),
    OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR_WITH_FLAGS(row(
                    "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
                    CallCost.QUERY,
                    CallTerms.BLOCKS,
                    function("func"),
                    CallTerms.BLOCK_SIZE,
                    CallTerms.DYNAMIC_SHARED,
                    CallTerms.FLAGS)
            .errors(CallError.INVALID_VALUE, CallError.INVALID_DEVICE_FUNCTION)
            .in(CallVersions.since("7.0"))),
    GET_ERROR_STRING(row("cudaGetErrorString", CallCost.QUERY, in("error", CallRole.ASKED_ERROR, CallType.ENUMERATION))
            .returns(CallRole.TEXT, CallType.POINTER)),
    GET_ERROR_NAME(row("cudaGetErrorName", CallCost.QUERY, in("error", CallRole.ASKED_ERROR, CallType.ENUMERATION))
            .returns(CallRole.TEXT, CallType.POINTER)
            .in(CallVersions.since("6.5")));

    private static final byte ABSENT = -1;

    private final CallSignature signature;
    private final List<CallValue> arguments;
    private final List<CallValue> results;
    private final byte[] argumentOf;
    private final byte[] resultOf;

    DeviceCall(CallSignature signature) {
        this.signature = signature;
        this.arguments = signature.arguments();
        this.results = signature.results();
        this.argumentOf = index(arguments);
        this.resultOf = index(results);
    }

    private static byte[] index(List<CallValue> values) {
        byte[] index = new byte[CallRole.values().length];
        Arrays.fill(index, ABSENT);
        for (int i = 0; i < values.size(); i++) {
            index[values.get(i).role().ordinal()] = (byte) i;
        }
        return index;
    }

    /** The call's row of the table. */
    public CallSignature signature() {
        return signature;
    }

    /** The arguments in the order of the instruction's operands; the parameters of a launched kernel follow. */
    public List<CallValue> arguments() {
        return arguments;
    }

    /** The results in the order of the registers that take them. */
    public List<CallValue> results() {
        return results;
    }

    /** Which argument has a role, or -1. */
    public int argument(CallRole role) {
        return argumentOf[role.ordinal()];
    }

    /** Which result has a role, or -1. */
    public int result(CallRole role) {
        return resultOf[role.ordinal()];
    }

    /** Whether this is a launch. */
    public boolean isLaunch() {
        return signature.cost() == CallCost.LAUNCH;
    }

    /** Whether it allocates from or frees to the device heap. */
    public boolean usesHeap() {
        return signature.cost() == CallCost.ALLOCATE || signature.cost() == CallCost.FREE;
    }

    /** The function of CUDA that this is a call of. */
    public String cudaName() {
        return signature.cudaName();
    }

    /** Whether code that makes this call needs dynamic parallelism; the device's heap is older than that. */
    public boolean needsDynamicParallelism() {
        // Rule G-8: a kernel that launches graphs may be in one.
        return this != MALLOC && this != ALIGNED_MALLOC && this != FREE && !isAboutGraphs();
    }

    /** Whether it launches or changes graphs. */
    public boolean isAboutGraphs() {
        return signature.cost() == CallCost.GRAPH_LAUNCH || signature.cost() == CallCost.GRAPH_UPDATE;
    }
}
