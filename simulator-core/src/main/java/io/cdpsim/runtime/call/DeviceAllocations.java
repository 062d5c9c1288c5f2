package io.cdpsim.runtime.call;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.kernel.call.CallRole;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.runtime.version.CudaError;
import org.jspecify.annotations.Nullable;

/** Allocations and releases of memory by device code: the device heap and parameter buffers. */
public final class DeviceAllocations {
    private final DeviceHeap heap;
    private final ParameterBuffers buffers;
    private final PointerWarnings pointers;
    private final ThreadErrors errors;
    private final @Nullable VisibilityFeed feed;

    public DeviceAllocations(
            DeviceHeap heap,
            ParameterBuffers buffers,
            PointerWarnings pointers,
            ThreadErrors errors,
            @Nullable VisibilityFeed feed) {
        this.heap = heap;
        this.buffers = buffers;
        this.pointers = pointers;
        this.errors = errors;
        this.feed = feed;
    }

    /** {@code malloc}. */
    void malloc(Warp warp, Instruction in, int lane) {
        long bytes = CallArguments.argument(warp, in, CallRole.BYTES, lane);
        returned(warp, in, lane, bytes, allocate(bytes));
    }

    /** {@code __nv_aligned_device_malloc}: null if the alignment is no power of two. */
    void alignedMalloc(Warp warp, Instruction in, int lane) {
        long bytes = CallArguments.argument(warp, in, CallRole.BYTES, lane);
        long alignment = CallArguments.argument(warp, in, CallRole.ALIGNMENT, lane);
        boolean isPowerOfTwo = alignment > 0 && Long.bitCount(alignment) == 1;
        returned(warp, in, lane, bytes, isPowerOfTwo ? resetVisibility(heap.allocate(bytes, alignment), bytes) : 0);
    }

    private void returned(Warp warp, Instruction in, int lane, long bytes, long address) {
        CallArguments.result(warp, in, CallRole.ADDRESS, lane, address);
        // Rule HEAP-1.
        if (address == 0 && bytes != 0) {
            errors.returnedNull(warp, in, lane);
        }
    }

    /** {@code cudaMalloc}. */
    void cudaMalloc(Warp warp, Instruction in, int lane) {
        long bytes = CallArguments.argument(warp, in, CallRole.BYTES, lane);
        if (bytes == 0) {
            errors.report(warp, in, lane, CudaError.INVALID_VALUE);
            return;
        }
        long address = allocate(bytes);
        CallArguments.result(warp, in, CallRole.ADDRESS, lane, address);
        errors.report(warp, in, lane, address == 0 ? CudaError.MEMORY_ALLOCATION : CudaError.SUCCESS);
    }

    /** {@code free}. */
    void free(Warp warp, Instruction in, int lane, long end) {
        if (!free(warp, in, lane)) {
            pointers.warnOfForeignFree(warp, in, end);
        }
    }

    /** {@code cudaFree}. */
    void cudaFree(Warp warp, Instruction in, int lane) {
        // A pointer to the thread's own memory is ignored; HEAP-3 is about memory of the host's.
        boolean isOwn =
                AddressMap.spaceOf(CallArguments.argument(warp, in, CallRole.ADDRESS, lane)) == AddressSpace.LOCAL;
        boolean freed = free(warp, in, lane) || isOwn;
        errors.report(warp, in, lane, freed ? CudaError.SUCCESS : CudaError.INVALID_VALUE);
    }

    private boolean free(Warp warp, Instruction in, int lane) {
        long address = CallArguments.argument(warp, in, CallRole.ADDRESS, lane);
        // Rule HEAP-5.
        if (feed != null && heap.allocatedBytes(address) > 0) {
            feed.frees(warp.watched(), in, lane, address, heap.allocatedBytes(address));
        }
        return heap.free(address);
    }

    /** {@code cudaGetParameterBuffer}. */
    void takeParameterBuffer(Warp warp, Instruction in, int lane) {
        long bytes = CallArguments.argument(warp, in, CallRole.BYTES, lane);
        CallArguments.result(warp, in, CallRole.PARAMETER_BUFFER, lane, buffers.allocate(bytes));
    }

    private long allocate(long bytes) {
        return resetVisibility(heap.allocate(bytes), bytes);
    }

    /** Resets the visibility of reused memory: accesses to an earlier allocation are ordered before accesses to this one. Rule MEM-14. */
    private long resetVisibility(long address, long bytes) {
        if (feed != null && address != 0) {
            feed.checker().allocated(address, bytes);
        }
        return address;
    }
}
