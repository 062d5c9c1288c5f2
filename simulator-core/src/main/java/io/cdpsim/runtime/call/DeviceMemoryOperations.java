package io.cdpsim.runtime.call;

import io.cdpsim.gpu.sm.Warp;
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

/** The copies and fills of device code, of one to three dimensions: work in a stream, as a child grid would be (rules COPY-1 to COPY-5). */
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

    /** Posts one lane's copy or fill, for which nothing waits here (rule COPY-1). */
    CudaError post(Warp warp, Instruction in, int lane, boolean perThreadDefault, long posted) {
        StridedOperation operation = asDone(StridedOperation.of(warp, in, lane), warp, in, posted);
        if (operation.copies() && operation.kind() != DEVICE_TO_DEVICE && operation.kind() != DEFAULT_KIND) {
            // Rule COPY-2; the number is measured.
            return CudaError.INVALID_MEMCPY_DIRECTION;
        }
        if (!operation.isSound()
                || !reachable(operation.destination(), operation.destinationExtent())
                || (operation.copies() && !reachable(operation.source(), operation.sourceExtent()))) {
            return CudaError.INVALID_VALUE;
        }
        long handle = operation.stream();
        // Rules COPY-5 and FAF-6.
        boolean special = DeviceStreams.isSpecial(handle);
        if (special && !rules.offersSpecialStreams()) {
            return CudaError.INVALID_VALUE;
        }
        int stream = special ? 0 : work.streams().resolve(warp, lane, handle, perThreadDefault);
        if (stream < 0) {
            return CudaError.INVALID_VALUE;
        }
        // It may run as a grid, which is bound by the nesting limit (rule DEPTH-4).
        int parent = warp.block().grid().node();
        if (grids.depth(parent) + 1 > rules.deepestGrid(device.profile().limits())
                && device.choices().memoryOperationsAreGrids()) {
            return CudaError.LAUNCH_MAX_DEPTH_EXCEEDED;
        }
        // Rule COPY-4: it takes a place in the pool, and in its stream below.
        PoolSlot slot = work.pool().allocate();
        if (slot == PoolSlot.REFUSED) {
            // Measured for a fill into a full pool.
            return CudaError.UNKNOWN;
        }
        boolean tail = handle == DeviceStreams.TAIL_LAUNCH;
        int entry = work.add(tail ? GridKind.TAIL_GRID : GridKind.MEMORY_OPERATION, warp.block());
        grids.describe(entry, operation.toBytes());
        work.setPoolSlot(entry, slot, posted);
        work.join(entry, warp.block(), stream);
        if (work.visibility() != null) {
            work.visibility().postedOperation(entry, warp, lane);
        }
        work.tree().posted(entry);
        return CudaError.SUCCESS;
    }

    /** What is done of a lane's copy or fill: on an H200 fills write zeros (Q-40, O-1, rule COPY-1). */
    private StridedOperation asDone(StridedOperation asked, Warp warp, Instruction in, long posted) {
        if (asked.copies() || (asked.source() & 0xFF) == 0 || !rules.fillsWithZeros()) {
            return asked;
        }
        if (warnedOfZeros.add(in)) {
            device.events()
                    .warning(
                            "Q-40",
                            "kernel " + warp.block().grid().kernel().name()
                                    + (in.place().isEmpty() ? "" : ", " + in.place())
                                    + " fills memory with " + (asked.source() & 0xFF)
                                    + ", but GPUs of this kind were seen to write zeros whatever value device code"
                                    + " asks for (rule COPY-1); store the value in a kernel, or have the host call"
                                    + " cudaMemset",
                            posted);
        }
        return asked.withZeros();
    }

    /** Rule COPY-3: shared and local memory mean nothing to a copy that runs elsewhere; the device heap is as good as any (COPY-6). */
    private boolean reachable(long address, long bytes) {
        return AddressMap.spaceOf(address) == AddressSpace.GLOBAL
                && device.global().containsRange(address, bytes);
    }
}
