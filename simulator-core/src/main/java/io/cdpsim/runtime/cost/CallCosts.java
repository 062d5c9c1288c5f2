package io.cdpsim.runtime.cost;

import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.profile.DeviceApiSpec;

/**
 * How long a warp is inside a call of the device runtime that posts no grid. Most calls take a fixed time; the allocator of the device
 * heap and the printf FIFO let one warp in at a time.
 */
public final class CallCosts {
    private final DeviceApiSpec costs;
    private final CallLock heapLock = new CallLock();
    private final CallLock fifoLock = new CallLock();

    public CallCosts(DeviceApiSpec costs) {
        this.costs = costs;
    }

    /** A warp calls {@code printf}. @return when it goes on */
    public long print(long now, int lanes) {
        return fifoLock.pass(costs.printf(), now, lanes);
    }

    /**
     * A warp makes a call.
     *
     * @param lanes how many of its lanes make it, 1 to 32
     * @return when it goes on
     */
    public long call(DeviceCall call, long now, int lanes) {
        return switch (call) {
            // Rule HEAP-4.
            case MALLOC, CUDA_MALLOC -> heapLock.pass(costs.malloc(), now, lanes);
            case FREE, CUDA_FREE -> now + costs.free().callCycles(lanes);
            default -> now + fixedCycles(call);
        };
    }

    private int fixedCycles(DeviceCall call) {
        return switch (call) {
            case STREAM_CREATE -> costs.streamCreateCycles();
            case STREAM_DESTROY -> costs.streamDestroyCycles();
            case EVENT_CREATE -> costs.eventCreateCycles();
            case EVENT_DESTROY -> costs.eventDestroyCycles();
            case EVENT_RECORD, EVENT_RECORD_WITH_FLAGS -> costs.eventRecordCycles();
            case STREAM_WAIT_EVENT -> costs.streamWaitEventCycles();
            case GET_LAST_ERROR, PEEK_AT_LAST_ERROR -> costs.getLastErrorCycles();
            case MEMCPY_ASYNC, MEMCPY_2D_ASYNC, MEMCPY_3D_ASYNC -> costs.memcpyCycles();
            case MEMSET_ASYNC, MEMSET_2D_ASYNC, MEMSET_3D_ASYNC -> costs.memsetCycles();
            case GET_DEVICE -> costs.getDeviceCycles();
            case GET_LIMIT,
                    GET_CACHE_CONFIG,
                    GET_DEVICE_COUNT,
                    RUNTIME_GET_VERSION,
                    DEVICE_GET_ATTRIBUTE,
                    FUNC_GET_ATTRIBUTES,
                    OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR,
                    OCCUPANCY_MAX_ACTIVE_BLOCKS_PER_MULTIPROCESSOR_WITH_FLAGS,
                    DEVICE_GET_SHARED_MEM_CONFIG,
                    GET_ERROR_NAME,
                    GET_ERROR_STRING -> costs.getAttributeCycles();
            case DEVICE_SYNCHRONIZE -> costs.deviceSynchronizeCycles();
            // What is measured of a launch includes that the compiled code fetches its buffer.
            case GET_PARAMETER_BUFFER -> 0;
            case LAUNCH, LAUNCH_BUFFER ->
                throw new IllegalStateException("what " + call + " takes depends on its stream");
            case MALLOC, CUDA_MALLOC, FREE, CUDA_FREE -> throw new IllegalStateException(call + " has no fixed cost");
        };
    }
}
