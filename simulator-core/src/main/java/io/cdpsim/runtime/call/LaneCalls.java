package io.cdpsim.runtime.call;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.call.CallRole;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.runtime.launch.GridTable;
import io.cdpsim.runtime.version.CudaError;

/**
 * The calls of the device runtime that each lane makes for itself, one lane after the other: all but launches and the device
 * synchronisation.
 */
public final class LaneCalls {
    private final DeviceContext device;
    private final GridTable grids;
    private final StreamCalls streams;
    private final DeviceMemoryOperations memoryOperations;
    private final DeviceAllocations allocations;
    private final DeviceQueries queries;
    private final GraphUpdates graphs;
    private final ThreadErrors errors;

    public LaneCalls(
            DeviceContext device,
            GridTable grids,
            StreamCalls streams,
            DeviceMemoryOperations memoryOperations,
            DeviceAllocations allocations,
            DeviceQueries queries,
            GraphUpdates graphs,
            ThreadErrors errors) {
        this.device = device;
        this.grids = grids;
        this.streams = streams;
        this.memoryOperations = memoryOperations;
        this.allocations = allocations;
        this.queries = queries;
        this.graphs = graphs;
        this.errors = errors;
    }

    /** Runs a call that returns at {@code end}. */
    public void run(Warp warp, Instruction in, int lanes, long end) {
        Modifiers.Device call = CallArguments.call(in);
        // Rule LNCH-2.
        for (int m = lanes; m != 0; m &= m - 1) {
            run(warp, in, call, Integer.numberOfTrailingZeros(m), end);
        }
    }

    private void run(Warp warp, Instruction in, Modifiers.Device call, int lane, long end) {
        if (hasNullPlace(warp, in, call, lane)) {
            errors.report(warp, in, lane, CudaError.INVALID_VALUE);
            return;
        }
        switch (call.call()) {
            case STREAM_CREATE_WITH_FLAGS -> streams.createStream(warp, in, lane);
            case STREAM_DESTROY -> streams.destroyStream(warp, in, lane);
            case EVENT_CREATE_WITH_FLAGS -> streams.createEvent(warp, in, lane);
            case EVENT_DESTROY -> streams.destroyEvent(warp, in, lane);
            case EVENT_RECORD, EVENT_RECORD_WITH_FLAGS -> streams.recordEvent(warp, in, lane);
            case STREAM_WAIT_EVENT -> streams.waitEvent(warp, in, lane);
            case GET_LAST_ERROR -> errors.take(warp, in, lane);
            case PEEK_AT_LAST_ERROR -> errors.peek(warp, in, lane);
            case MEMCPY_ASYNC, MEMCPY_2D_ASYNC, MEMCPY_3D_ASYNC, MEMSET_ASYNC, MEMSET_2D_ASYNC, MEMSET_3D_ASYNC ->
                errors.report(
                        warp, in, lane, memoryOperations.post(warp, in, lane, call.perThreadDefaultStream(), end));
            case MALLOC -> allocations.malloc(warp, in, lane);
            case ALIGNED_MALLOC -> allocations.alignedMalloc(warp, in, lane);
            case CUDA_MALLOC -> allocations.cudaMalloc(warp, in, lane);
            case FREE -> allocations.free(warp, in, lane, end);
            case CUDA_FREE -> allocations.cudaFree(warp, in, lane);
            case GET_PARAMETER_BUFFER -> allocations.takeParameterBuffer(warp, in, lane);
            // Rule ENV-4.
            case GET_DEVICE -> getDevice(warp, in, lane);
            case DEVICE_GET_CACHE_CONFIG -> getCacheConfig(warp, in, lane);
            case DEVICE_GET_LIMIT -> getLimit(warp, in, lane);
            case GET_DEVICE_COUNT,
                    RUNTIME_GET_VERSION,
                    DEVICE_GET_ATTRIBUTE,
                    FUNC_GET_ATTRIBUTES,
                    FUNC_GET_ALL_ATTRIBUTES,
                    OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR,
                    OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR_WITH_FLAGS,
                    DEVICE_GET_SHARED_MEM_CONFIG,
                    GET_ERROR_NAME,
                    GET_ERROR_STRING -> errors.report(warp, in, lane, queries.answer(warp, in, lane));
            case GRAPH_SET_CONDITIONAL,
                    GRAPH_KERNEL_NODE_SET_PARAM,
                    GRAPH_KERNEL_NODE_SET_ENABLED,
                    GRAPH_KERNEL_NODE_SET_GRID_DIM,
                    GRAPH_KERNEL_NODE_UPDATES_APPLY -> graphs.update(warp, in, lane);
            case GET_PARAMETER_BUFFER_V2, GRAPH_LAUNCH, LAUNCH, LAUNCH_BUFFER, LAUNCH_BUFFER_V2, DEVICE_SYNCHRONIZE ->
                throw new IllegalStateException(call.call() + " is not run lane by lane");
        }
    }

    /** Whether the place of a result is null. PTX passes the places behind the arguments, where the call may return an error for it. */
    private static boolean hasNullPlace(Warp warp, Instruction in, Modifiers.Device call, int lane) {
        int places = call.arguments().size() - call.call().arguments().size();
        for (int i = 0; i < places; i++) {
            if (CallArguments.kernelParameter(warp, in, i, lane) == 0) {
                return true;
            }
        }
        return false;
    }

    private void getDevice(Warp warp, Instruction in, int lane) {
        CallArguments.result(warp, in, CallRole.DEVICE, lane, device.ordinal());
        errors.report(warp, in, lane, CudaError.SUCCESS);
    }

    /** Rule ENV-1: what the grid has from its parent. */
    private void getCacheConfig(Warp warp, Instruction in, int lane) {
        int node = warp.block().grid().node();
        CallArguments.result(
                warp, in, CallRole.VALUE, lane, grids.cachePreference(node).number());
        errors.report(warp, in, lane, CudaError.SUCCESS);
    }

    private void getLimit(Warp warp, Instruction in, int lane) {
        long value = device.limits().get((int) CallArguments.argument(warp, in, CallRole.LIMIT, lane));
        CallArguments.result(warp, in, CallRole.VALUE, lane, Math.max(0, value));
        errors.report(warp, in, lane, value < 0 ? CudaError.UNSUPPORTED_LIMIT : CudaError.SUCCESS);
    }
}
