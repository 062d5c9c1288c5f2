package io.cdpsim.runtime.call;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.runtime.launch.GridTable;
import io.cdpsim.runtime.launch.GridTable.GridKind;
import io.cdpsim.runtime.launch.PendingLaunchPool.PoolSlot;
import io.cdpsim.runtime.version.CdpRules;
import io.cdpsim.runtime.version.CudaError;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * The copies and fills of device code, of one to three dimensions. They are work in a stream, like child grids (rules COPY-1 to
 * COPY-5).
 */
public final class DeviceMemoryOperations {
    private static final int DEVICE_TO_DEVICE = 3;
    private static final int DEFAULT_KIND = 4;

    private final DeviceContext device;
    private final LaunchSystem work;
    private final GridTable grids;
    private final CdpRules rules;
    private final Set<Instruction> warnedOfZeros = Collections.newSetFromMap(new IdentityHashMap<>());

    public DeviceMemoryOperations(DeviceContext device, LaunchSystem work) {
        this.device = device;
        this.work = work;
        grids = work.grids();
        rules = device.rules();
    }

    /** Posts a lane's asynchronous copy or fill (rule COPY-1). */
    CudaError post(Warp warp, Instruction in, int lane, boolean perThreadDefault, long posted) {
        StridedOperation operation = asExecuted(StridedOperation.of(warp, in, lane), warp, in, posted);
        if (operation.copies() && operation.copyKind() != DEVICE_TO_DEVICE && operation.copyKind() != DEFAULT_KIND) {
            // Rule COPY-2; the number is measured.
            return CudaError.INVALID_MEMCPY_DIRECTION;
        }
        if (operation.hasNarrowPitch()) {
            return CudaError.INVALID_PITCH_VALUE;
        }
        if (!operation.isValid()
                || !isAccessible(operation.destination().address(), operation.destinationBytes())
                || (operation.copies() && !isAccessible(operation.source().address(), operation.sourceBytes()))) {
            return CudaError.INVALID_VALUE;
        }
        long handle = operation.stream();
        // Rules COPY-5 and FAF-6.
        boolean special = DeviceStreams.isSpecial(handle);
        if (special && !rules.hasSpecialStreams()) {
            return CudaError.INVALID_VALUE;
        }
        int stream = special ? 0 : work.streams().resolve(warp, lane, handle, perThreadDefault);
        if (stream < 0) {
            // A launch into such a stream gives cudaErrorInvalidValue.
            return CudaError.UNKNOWN;
        }
        // The operation may run as a grid, to which the nesting limit applies (rule DEPTH-4).
        int parent = warp.block().grid().node();
        if (grids.depth(parent) + 1 > rules.maxGridDepth(device.profile().limits())
                && device.choices().memoryOperationsAreGrids()) {
            return CudaError.LAUNCH_MAX_DEPTH_EXCEEDED;
        }
        // Rule COPY-4: the operation takes a slot of the pool and its position in its stream.
        PoolSlot slot = work.pool().allocate();
        if (slot == PoolSlot.REFUSED) {
            // Measured for a fill into a full pool.
            return CudaError.UNKNOWN;
        }
        boolean tail = handle == DeviceStreams.TAIL_LAUNCH;
        int entry = work.add(tail ? GridKind.TAIL_GRID : GridKind.MEMORY_OPERATION, warp.block());
        grids.describe(entry, operation.toBytes());
        work.setPoolSlot(entry, slot, posted, false);
        work.join(entry, warp.block(), stream);
        if (work.visibility() != null) {
            work.visibility().postedOperation(entry, stream, warp, lane);
        }
        work.tree().posted(entry);
        return CudaError.SUCCESS;
    }

    /** A lane's copy or fill as the device executes it: on an H200, fills write zeros (Q-40, O-1, rule COPY-1). */
    private StridedOperation asExecuted(StridedOperation requested, Warp warp, Instruction in, long posted) {
        if (requested.copies() || requested.fillValue() == 0 || !rules.fillsWithZeros()) {
            return requested;
        }
        if (warnedOfZeros.add(in)) {
            device.events()
                    .warning(
                            "Q-40",
                            "kernel " + warp.block().grid().kernel().name()
                                    + (in.place().isEmpty() ? "" : ", " + in.place())
                                    + " fills memory with " + requested.fillValue()
                                    + ", but GPUs of this kind were seen to write zeros whatever value device code"
                                    + " passes (rule COPY-1); store the value in a kernel, or have the host call"
                                    + " cudaMemset",
                            posted);
        }
        return requested.withZeros();
    }

    /**
     * Rule COPY-3: a copy runs outside the block, so it cannot access shared or local memory. It can access the device heap
     * (COPY-6).
     */
    private boolean isAccessible(long address, long bytes) {
        return AddressMap.spaceOf(address) == AddressSpace.GLOBAL
                && device.global().containsRange(address, bytes);
    }
}
