package io.cdpsim.runtime;

import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.Gpu;
import io.cdpsim.gpu.Warp;
import io.cdpsim.kernel.DeviceCall;
import io.cdpsim.kernel.Instruction;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.LittleEndian;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.profile.GpuProfile;

/** {@code cudaMemcpyAsync} and {@code cudaMemsetAsync} of device code: work in a stream, as a child grid would be (rule COPY-4). */
final class DeviceMemoryOperations {
    private static final int DEVICE_TO_DEVICE = 3;
    private static final int DEFAULT_KIND = 4;
    private static final int OPERAND_BYTES = 25;

    private final Engine engine;
    private final Gpu gpu;
    private final GpuProfile profile;
    private final CdpRules rules;
    private final PagedMemory global;
    private final GridTable grids;
    private final LaunchTree tree;
    private final DeviceStreams streams;
    private final PendingLaunchPool pool;
    private final LaunchRecords records;

    DeviceMemoryOperations(
            Engine engine,
            Gpu gpu,
            CdpRules rules,
            PagedMemory global,
            GridTable grids,
            LaunchTree tree,
            DeviceStreams streams,
            PendingLaunchPool pool,
            LaunchRecords records) {
        this.engine = engine;
        this.gpu = gpu;
        this.profile = gpu.profile();
        this.rules = rules;
        this.global = global;
        this.grids = grids;
        this.tree = tree;
        this.streams = streams;
        this.pool = pool;
        this.records = records;
        tree.onMemoryOperation(this::run);
    }

    /** Posts one lane's copy or fill. */
    CudaError post(Warp warp, Instruction in, int lane, boolean perThreadDefault, long posted) {
        boolean copy = CallArguments.call(in).call() == DeviceCall.MEMCPY_ASYNC;
        long destination = CallArguments.argument(warp, in, 0, lane);
        long source = CallArguments.argument(warp, in, 1, lane);
        long bytes = CallArguments.argument(warp, in, 2, lane);
        long handle = CallArguments.argument(warp, in, copy ? 4 : 3, lane);
        if (copy) {
            int kind = (int) CallArguments.argument(warp, in, 3, lane);
            if (kind != DEVICE_TO_DEVICE && kind != DEFAULT_KIND) {
                return CudaError.INVALID_MEMCPY_DIRECTION;
            }
        }
        if (!reachable(destination, bytes) || (copy && !reachable(source, bytes))) {
            return CudaError.INVALID_VALUE;
        }
        boolean special = DeviceStreams.isSpecial(handle);
        int stream = special ? 0 : streams.resolve(warp, lane, handle, perThreadDefault);
        if (stream < 0) {
            return CudaError.INVALID_VALUE;
        }
        // It may run as a grid, which is bound by the nesting limit (rule DEPTH-4).
        if (grids.depth(warp.block().grid().node()) + 1 > rules.deepestGrid(profile.limits())) {
            return CudaError.LAUNCH_MAX_DEPTH_EXCEEDED;
        }
        PoolPlace place = pool.take();
        if (place == PoolPlace.REFUSED) {
            // Measured for a fill into a full pool.
            return CudaError.UNKNOWN;
        }
        int parent = warp.block().grid().node();
        int entry = grids.add(
                handle == DeviceStreams.TAIL_LAUNCH ? GridKind.TAIL_GRID : GridKind.MEMORY_OPERATION,
                parent,
                grids.depth(parent) + 1);
        byte[] operands = new byte[OPERAND_BYTES];
        LittleEndian.putLong(operands, 0, destination);
        LittleEndian.putLong(operands, 8, source);
        LittleEndian.putLong(operands, 16, bytes);
        operands[24] = (byte) (copy ? 1 : 0);
        grids.describe(entry, operands);
        grids.place(entry, place);
        grids.notBefore(entry, posted + profile.launch().postToStartCycles());
        if (handle == DeviceStreams.TAIL_LAUNCH) {
            tree.adoptTail(entry);
        } else {
            tree.adopt(entry);
            records.launched(warp.block(), entry);
            if (stream != 0) {
                tree.enqueue(entry, stream);
            }
        }
        tree.posted(entry);
        return CudaError.SUCCESS;
    }

    /** Rule COPY-3: shared and local memory mean nothing to a copy that runs elsewhere. */
    private boolean reachable(long address, long bytes) {
        return AddressMap.spaceOf(address) == AddressSpace.GLOBAL && global.containsRange(address, bytes);
    }

    private void run(int entry) {
        byte[] operands = grids.parameters(entry);
        long destination = LittleEndian.getLong(operands, 0);
        long source = LittleEndian.getLong(operands, 8);
        long bytes = LittleEndian.getLong(operands, 16);
        boolean copy = operands[24] != 0;
        if (copy) {
            PagedMemory.copy(global, source, global, destination, bytes);
        } else {
            global.fill(destination, (byte) source, bytes);
        }
        gpu.memoryWritten();
        double moved = copy ? 2.0 * bytes : bytes;
        long cycles = Math.round(
                moved / profile.dram().bytesPerSecond() * profile.clock().coreHertz());
        tree.memoryOperationEnds(entry, engine.now() + profile.dram().latencyCycles() + cycles);
    }
}
