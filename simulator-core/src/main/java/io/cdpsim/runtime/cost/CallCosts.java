package io.cdpsim.runtime.cost;

import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.profile.DeviceApiSpec;
import io.cdpsim.profile.DeviceApiSpec.PrintfSpec;
import io.cdpsim.profile.DeviceLaunchSpec.ContendedCallSpec;

/**
 * The time that a warp spends in device runtime calls other than launches. Most calls take a fixed time. The allocator of the
 * device heap and the printf FIFO each have a lock.
 */
public final class CallCosts {
    private final DeviceApiSpec costs;
    private final CallLock heapLock = new CallLock();
    private final CallLock fifoLock = new CallLock();

    public CallCosts(DeviceApiSpec costs) {
        this.costs = costs;
    }

    /**
     * Makes a warp call {@code printf}.
     *
     * @param copyCycles the longest of its lanes' {@link #printCopyCycles}
     * @return the cycle at which the call returns
     */
    public long print(long now, int lanes, long copyCycles) {
        return fifoLock.call(costs.printf().call(), now, lanes) + copyCycles;
    }

    /**
     * Cycles in which a lane copies what it prints.
     *
     * @param formatCharacters characters of the format outside conversions
     * @param conversions conversions of the format
     * @param stringBytes bytes of the strings that it prints
     */
    public long printCopyCycles(int formatCharacters, int conversions, int stringBytes) {
        PrintfSpec spec = costs.printf();
        return (long) formatCharacters * spec.formatCharacterCycles()
                + (long) conversions * spec.conversionCycles()
                + (long) stringBytes * spec.stringByteCycles();
    }

    /**
     * Makes a warp call the device runtime.
     *
     * @param lanes calling lanes, 1 to 32
     * @return the cycle at which the call returns
     */
    public long call(DeviceCall call, long now, int lanes) {
        return switch (call.signature().cost()) {
            // Rule HEAP-4.
            case ALLOCATE -> heapLock.call(costs.malloc(), now, lanes);
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
                throw new IllegalStateException("the time of " + call + " depends on its stream");
        };
    }

    /**
     * A device-wide lock that a warp holds during part of a call, such as a launch (rulebook 24, M-3) or a heap allocation (rule
     * HEAP-4). Other warps queue for it.
     */
    public static final class CallLock {
        private long freeAt;

        /** Acquires the lock for a warp (rules CONC-5, HEAP-4). @return the cycle at which the warp has it */
        public long acquire(ContendedCallSpec call, long now, int lanes) {
            long start = Math.max(now, freeAt);
            freeAt = start + call.lockedCycles(lanes);
            return start;
        }

        /** Makes a warp execute a whole call. @return the cycle at which the call returns */
        long call(ContendedCallSpec call, long now, int lanes) {
            return acquire(call, now, lanes) + call.callCycles(lanes);
        }
    }
}
