package io.cdpsim.runtime.limit;

import io.cdpsim.memory.PagedMemory;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.RuntimeLimitsSpec;
import io.cdpsim.runtime.version.CudaError;

/**
 * The limits that the host sets with {@code cudaDeviceSetLimit} and device code can read, and the device memory that they set aside, which a
 * program cannot have.
 */
public final class DeviceLimits {
    static final int STACK_SIZE = 0;
    static final int PRINTF_FIFO_SIZE = 1;
    static final int MALLOC_HEAP_SIZE = 2;
    static final int SYNC_DEPTH = 3;
    static final int PENDING_LAUNCH_COUNT = 4;

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
        // Rule DEPTH-1: levels, with the host's.
        syncDepth = spec.syncDepthDefault();
        heapBytes = spec.heapBytes();
        printfFifoBytes = spec.printfFifoBytes();
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

    /** Sets the size of the device heap, which is fixed once a kernel that allocates has been launched (rule HEAP-1). */
    public CudaError setHeapBytes(long bytes, boolean inUse) {
        if (inUse || bytes <= 0 || bytes > profile.dram().bytes()) {
            return CudaError.INVALID_VALUE;
        }
        heapBytes = bytes;
        return CudaError.SUCCESS;
    }

    /** Sets the size of the printf FIFO, which is fixed once a kernel that prints has been launched (rule PRNT-1). */
    public CudaError setPrintfFifoBytes(long bytes, boolean inUse) {
        if (inUse || bytes <= 0 || bytes > profile.dram().bytes()) {
            return CudaError.INVALID_VALUE;
        }
        printfFifoBytes = bytes;
        return CudaError.SUCCESS;
    }

    public long pendingLaunches() {
        return pendingLaunches;
    }

    public int syncDepth() {
        return syncDepth;
    }

    /** A limit's value, or -1 if this device does not have it. */
    public long get(int limit) {
        return switch (limit) {
            case STACK_SIZE -> stackBytes;
            case PRINTF_FIFO_SIZE -> printfFifoBytes;
            case MALLOC_HEAP_SIZE -> heapBytes;
            case SYNC_DEPTH -> profile.cdp() == CdpSupport.CDP1 ? syncDepth : -1;
            case PENDING_LAUNCH_COUNT -> profile.cdp() == CdpSupport.NONE ? -1 : pendingLaunches;
            default -> -1;
        };
    }

    /** Sets the pending-launch limit, clamped to what the device takes (rule POOL-2, Q-3). */
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

    /** Why {@link #setPendingLaunches} refused a number of entries, and which it would take (rules POOL-2, VER-1). */
    public String pendingLaunchesRefused(long count) {
        if (profile.cdp() == CdpSupport.NONE) {
            return "profile " + profile.name()
                    + " has no dynamic parallelism and no pool of pending launches to set to " + count
                    + " (rule VER-1)";
        }
        long most = Math.min(
                spec.pendingLaunchMax(),
                (global.freeBytes() + pendingLaunchBytes(pendingLaunches)) / Math.max(1, spec.bytesPerPendingSlot()));
        return "a pool of " + count + " pending launches takes " + spec.bytesPerPendingSlot()
                + " bytes of memory an entry, more than " + profile.name() + " has left: ask for "
                + spec.pendingLaunchMin() + " to " + most + " (rule POOL-2)";
    }

    /** Sets the synchronisation depth (rules DEPTH-5, DEPTH-8). */
    public CudaError setSyncDepth(int levels) {
        if (profile.cdp() != CdpSupport.CDP1) {
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

    /** A program is launched that can synchronise: memory for it must be there from now on (rule DEPTH-7). */
    public CudaError programSynchronizes() {
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

    /** A launch needs so much stack: the limit grows where it is too low, and never shrinks (rule ENV-3). */
    public void growStack(int bytes) {
        stackBytes = Math.max(stackBytes, bytes);
    }

    /** What memory is used for (rule CONC-6). */
    public MemoryReport report() {
        return new MemoryReport(
                global.capacityBytes(),
                syncDepthBytes(syncDepth, synchronizes),
                pendingLaunchBytes(pendingLaunches),
                global.allocatedBytes(),
                global.freeBytes());
    }

    /** Rule DEPTH-6: set aside for each level, used or not. */
    private long syncDepthBytes(int levels, boolean reserved) {
        return profile.cdp() == CdpSupport.CDP1 && reserved ? levels * spec.syncDepthBytesPerLevel() : 0;
    }

    private long pendingLaunchBytes(long slots) {
        return slots * spec.bytesPerPendingSlot();
    }

    /**
     * What the memory of a device is used for, bytes (rule CONC-6).
     *
     * @param capacityBytes all of it
     * @param syncDepthBytes set aside for parents that wait in a device synchronisation (rule DEPTH-6), CDP1 only
     * @param pendingLaunchBytes set aside for the fixed pool of pending launches (rule POOL-2)
     * @param allocatedBytes allocated by the program and its heap
     * @param freeBytes what is left
     */
    public record MemoryReport(
            long capacityBytes, long syncDepthBytes, long pendingLaunchBytes, long allocatedBytes, long freeBytes) {}
}
