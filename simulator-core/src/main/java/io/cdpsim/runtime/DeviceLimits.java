package io.cdpsim.runtime;

import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.RuntimeLimitsSpec;

/** The limits that the host sets with {@code cudaDeviceSetLimit} and device code can read (rules POOL-2, DEPTH-1, DEPTH-8). */
final class DeviceLimits {
    static final int STACK_SIZE = 0;
    static final int PRINTF_FIFO_SIZE = 1;
    static final int MALLOC_HEAP_SIZE = 2;
    static final int SYNC_DEPTH = 3;
    static final int PENDING_LAUNCH_COUNT = 4;

    private final GpuProfile profile;
    private final RuntimeLimitsSpec spec;
    private long pendingLaunches;
    private int syncDepth;
    private long heapBytes;
    private long printfFifoBytes;

    DeviceLimits(GpuProfile profile) {
        this.profile = profile;
        spec = profile.limits();
        pendingLaunches = spec.pendingLaunchDefault();
        syncDepth = spec.syncDepthDefault();
        heapBytes = spec.heapBytes();
        printfFifoBytes = spec.printfFifoBytes();
    }

    long heapBytes() {
        return heapBytes;
    }

    long printfFifoBytes() {
        return printfFifoBytes;
    }

    /** Sets the size of the device heap, which is fixed once a kernel that allocates has been launched (rule HEAP-1). */
    CudaError setHeapBytes(long bytes, boolean inUse) {
        if (inUse || bytes <= 0 || bytes > profile.dram().bytes()) {
            return CudaError.INVALID_VALUE;
        }
        heapBytes = bytes;
        return CudaError.SUCCESS;
    }

    /** Sets the size of the printf FIFO, which is fixed once a kernel that prints has been launched (rule PRNT-1). */
    CudaError setPrintfFifoBytes(long bytes, boolean inUse) {
        if (inUse || bytes <= 0 || bytes > profile.dram().bytes()) {
            return CudaError.INVALID_VALUE;
        }
        printfFifoBytes = bytes;
        return CudaError.SUCCESS;
    }

    long pendingLaunches() {
        return pendingLaunches;
    }

    int syncDepth() {
        return syncDepth;
    }

    /** A limit's value, or -1 if this device does not have it. */
    long get(int limit) {
        return switch (limit) {
            case STACK_SIZE -> spec.stackBytes();
            case PRINTF_FIFO_SIZE -> printfFifoBytes;
            case MALLOC_HEAP_SIZE -> heapBytes;
            case SYNC_DEPTH -> profile.cdp() == CdpSupport.CDP1 ? syncDepth : -1;
            case PENDING_LAUNCH_COUNT -> profile.cdp() == CdpSupport.NONE ? -1 : pendingLaunches;
            default -> -1;
        };
    }

    /** Sets the pending-launch limit, clamped to what the device takes. */
    CudaError setPendingLaunches(long count) {
        if (profile.cdp() == CdpSupport.NONE) {
            return CudaError.UNSUPPORTED_LIMIT;
        }
        pendingLaunches = Math.max(spec.pendingLaunchMin(), Math.min(spec.pendingLaunchMax(), count));
        return CudaError.SUCCESS;
    }

    /** Sets the synchronisation depth (rules DEPTH-5, DEPTH-8). */
    CudaError setSyncDepth(int levels) {
        if (profile.cdp() != CdpSupport.CDP1) {
            return CudaError.UNSUPPORTED_LIMIT;
        }
        if (levels < 0 || levels > spec.maxNestingDepth()) {
            return CudaError.INVALID_VALUE;
        }
        if (levels * spec.syncDepthBytesPerLevel() > profile.dram().bytes()) {
            return CudaError.MEMORY_ALLOCATION;
        }
        syncDepth = levels;
        return CudaError.SUCCESS;
    }
}
