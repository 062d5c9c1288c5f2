package io.cdpsim.runtime.limit;

import io.cdpsim.memory.PagedMemory;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.PrintfFifoSpec;
import io.cdpsim.profile.RuntimeLimitsSpec;
import io.cdpsim.runtime.version.CudaError;

/**
 * The limits that the host sets with {@code cudaDeviceSetLimit} and device code can read, and the device memory that the runtime
 * reserves for them.
 */
public final class DeviceLimits {
    private static final long NOT_SUPPORTED = -1;

    private final GpuProfile profile;
    private final RuntimeLimitsSpec spec;
    private final PagedMemory global;
    private long pendingLaunches;
    private int syncDepth;
    private long heapBytes;
    private long printfFifoBytes;
    private long stackBytes;
    private boolean synchronizes;

    public DeviceLimits(GpuProfile profile, PagedMemory global) {
        this.profile = profile;
        this.global = global;
        spec = profile.limits();
        pendingLaunches = profile.cdp() == CdpSupport.NONE ? 0 : spec.pendingLaunchDefault();
        // Rule DEPTH-1: the levels include the host's.
        syncDepth = spec.syncDepthDefault();
        heapBytes = spec.heapBytes();
        printfFifoBytes = spec.printfFifo().defaultBytes();
        stackBytes = spec.stackBytes();
        synchronizes = !spec.reservesSyncWhenUsed();
        global.reserve(Math.min(
                global.capacityBytes(), syncDepthBytes(syncDepth, synchronizes) + pendingLaunchBytes(pendingLaunches)));
    }

    public long heapBytes() {
        return heapBytes;
    }

    public long printfFifoBytes() {
        return printfFifoBytes;
    }

    public long stackBytes() {
        return stackBytes;
    }

    /** Sets the size of the device heap, which is fixed after the launch of a kernel that allocates (rule HEAP-1). */
    public CudaError setHeapBytes(long bytes, boolean inUse) {
        if (inUse || bytes <= 0 || bytes > profile.dram().bytes()) {
            return CudaError.INVALID_VALUE;
        }
        heapBytes = bytes;
        return CudaError.SUCCESS;
    }

    /** Sets the size of the printf FIFO, rounded to a size that the device has, which is fixed after the launch of a kernel that prints (rule PRNT-1). */
    public CudaError setPrintfFifoBytes(long bytes, boolean inUse) {
        if (inUse || bytes <= 0 || bytes > profile.dram().bytes()) {
            return CudaError.INVALID_VALUE;
        }
        PrintfFifoSpec fifo = spec.printfFifo();
        long granule = Math.max(1, fifo.granuleBytes());
        printfFifoBytes = Math.max(fifo.minBytes(), (bytes + granule - 1) / granule * granule);
        return CudaError.SUCCESS;
    }

    public long pendingLaunches() {
        return pendingLaunches;
    }

    public int syncDepth() {
        return syncDepth;
    }

    /** The value of the limit with a number of {@link DeviceLimit#number}, or -1 if the device does not have it. */
    public long get(int number) {
        return DeviceLimit.of(number).map(this::get).orElse(NOT_SUPPORTED);
    }

    private long get(DeviceLimit limit) {
        return switch (limit) {
            case STACK_SIZE -> stackBytes;
            case PRINTF_FIFO_SIZE -> printfFifoBytes;
            case MALLOC_HEAP_SIZE -> heapBytes;
            case SYNC_DEPTH -> hasSyncDepth() ? syncDepth : NOT_SUPPORTED;
            case PENDING_LAUNCH_COUNT -> profile.cdp() == CdpSupport.NONE ? NOT_SUPPORTED : pendingLaunches;
        };
    }

    /** Sets the pending-launch limit, clamped to the range of the device (rule POOL-2, Q-3). */
    public CudaError setPendingLaunches(long count) {
        // Rule VER-1.
        if (profile.cdp() == CdpSupport.NONE) {
            return CudaError.UNSUPPORTED_LIMIT;
        }
        long slots = Math.max(spec.pendingLaunchMin(), Math.min(spec.pendingLaunchMax(), count));
        if (!global.reserve(syncDepthBytes(syncDepth, synchronizes) + pendingLaunchBytes(slots))) {
            return CudaError.MEMORY_ALLOCATION;
        }
        pendingLaunches = slots;
        return CudaError.SUCCESS;
    }

    /** A message for a size that {@link #setPendingLaunches} refused, with the accepted sizes (rules POOL-2, VER-1). */
    public String pendingLaunchesMessage(long count) {
        if (profile.cdp() == CdpSupport.NONE) {
            return "profile " + profile.name()
                    + " has no dynamic parallelism and no pool of pending launches to set to " + count
                    + " (rule VER-1)";
        }
        long max = Math.min(
                spec.pendingLaunchMax(),
                (global.freeBytes() + pendingLaunchBytes(pendingLaunches)) / Math.max(1, spec.bytesPerPendingSlot()));
        return "a pool of " + count + " pending launches takes " + spec.bytesPerPendingSlot()
                + " bytes of memory an entry, more than " + profile.name() + " has left: ask for "
                + spec.pendingLaunchMin() + " to " + max + " (rule POOL-2)";
    }

    /** Sets the synchronisation depth (rules DEPTH-5, DEPTH-8). */
    public CudaError setSyncDepth(int levels) {
        if (!hasSyncDepth()) {
            return CudaError.UNSUPPORTED_LIMIT;
        }
        if (levels < 0 || levels > spec.maxNestingDepth()) {
            return CudaError.INVALID_VALUE;
        }
        if (!global.reserve(syncDepthBytes(levels, synchronizes) + pendingLaunchBytes(pendingLaunches))) {
            return CudaError.MEMORY_ALLOCATION;
        }
        syncDepth = levels;
        return CudaError.SUCCESS;
    }

    /** Reserves the memory for synchronisation, for the launch of a program that can synchronise (rule DEPTH-7). */
    public CudaError reserveSyncDepth() {
        if (synchronizes) {
            return CudaError.SUCCESS;
        }
        if (!global.reserve(syncDepthBytes(syncDepth, true) + pendingLaunchBytes(pendingLaunches))) {
            return CudaError.MEMORY_ALLOCATION;
        }
        synchronizes = true;
        return CudaError.SUCCESS;
    }

    /** Sets the stack of a thread. */
    public CudaError setStack(long bytes) {
        if (bytes < 0) {
            return CudaError.INVALID_VALUE;
        }
        stackBytes = bytes;
        return CudaError.SUCCESS;
    }

    /** Raises the stack limit to the stack of a launch. The limit never shrinks (rule ENV-3). */
    public void growStack(int bytes) {
        stackBytes = Math.max(stackBytes, bytes);
    }

    /** The use of device memory (rule CONC-6). */
    public MemoryReport report() {
        return new MemoryReport(
                global.capacityBytes(),
                syncDepthBytes(syncDepth, synchronizes),
                pendingLaunchBytes(pendingLaunches),
                global.allocatedBytes(),
                global.freeBytes());
    }

    /** Rule DEPTH-8: only CDP1 waits for children. */
    private boolean hasSyncDepth() {
        return profile.runs(CdpSupport.CDP1) && spec.maxNestingDepth() > 0;
    }

    /** Rule DEPTH-6: the memory is reserved for each level, used or not. */
    private long syncDepthBytes(int levels, boolean reserved) {
        return hasSyncDepth() && reserved ? levels * spec.syncDepthBytesPerLevel() : 0;
    }

    private long pendingLaunchBytes(long slots) {
        return slots * spec.bytesPerPendingSlot();
    }

    /**
     * The use of the memory of a device, bytes (rule CONC-6).
     *
     * @param capacityBytes capacity
     * @param syncDepthBytes reserved for parents that wait in a device synchronisation (rule DEPTH-6), CDP1 only
     * @param pendingLaunchBytes reserved for the fixed pool of pending launches (rule POOL-2)
     * @param allocatedBytes allocated by the program and its heap
     * @param freeBytes free
     */
    public record MemoryReport(
            long capacityBytes, long syncDepthBytes, long pendingLaunchBytes, long allocatedBytes, long freeBytes) {}
}
