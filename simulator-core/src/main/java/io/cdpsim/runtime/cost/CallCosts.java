package io.cdpsim.runtime.cost;

import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.profile.DeviceApiSpec;
import io.cdpsim.profile.DeviceLaunchSpec.ContendedCallSpec;

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
        return switch (call.signature().cost()) {
            // Rule HEAP-4.
            case ALLOCATE -> heapLock.pass(costs.malloc(), now, lanes);
            case FREE -> now + costs.free().callCycles(lanes);
            case STREAM_CREATE -> now + costs.streamCreateCycles();
            case STREAM_DESTROY -> now + costs.streamDestroyCycles();
            case EVENT_CREATE -> now + costs.eventCreateCycles();
            case EVENT_DESTROY -> now + costs.eventDestroyCycles();
            case EVENT_RECORD -> now + costs.eventRecordCycles();
            case STREAM_WAIT_EVENT -> now + costs.streamWaitEventCycles();
            case LAST_ERROR -> now + costs.getLastErrorCycles();
            case MEMCPY -> now + costs.memcpyCycles();
            case MEMSET -> now + costs.memsetCycles();
            case GET_DEVICE -> now + costs.getDeviceCycles();
            // An update of a graph was not measured; it is a write like the answer to a query.
            case QUERY, GRAPH_UPDATE -> now + costs.getAttributeCycles();
            case DEVICE_SYNCHRONIZE -> now + costs.deviceSynchronizeCycles();
            case NOTHING -> now;
            case LAUNCH, GRAPH_LAUNCH ->
                throw new IllegalStateException("what " + call + " takes depends on its stream");
        };
    }

    /**
     * A place of the device that one warp at a time passes through in a call, such as a launch (rulebook 24, M-3) or the heap's allocator
     * (rule HEAP-4): many at once have to queue for it.
     */
    public static final class CallLock {
        private long freeAt;

        /** A warp begins a call (rules CONC-5, HEAP-4). @return the cycle from which its own work counts, once nobody is before it */
        public long begin(ContendedCallSpec call, long now, int lanes) {
            long start = Math.max(now, freeAt);
            freeAt = start + call.lockedCycles(lanes);
            return start;
        }

        /** A warp makes a whole call. @return when it returns */
        long pass(ContendedCallSpec call, long now, int lanes) {
            return begin(call, now, lanes) + call.callCycles(lanes);
        }
    }
}
