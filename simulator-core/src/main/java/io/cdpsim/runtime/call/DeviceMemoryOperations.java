package io.cdpsim.runtime.call;

import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.Gpu;
import io.cdpsim.gpu.sm.Warp;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.Instruction;
import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.observe.MemoryEvent;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.cost.LaunchCosts;
import io.cdpsim.runtime.launch.GridKind;
import io.cdpsim.runtime.launch.GridTable;
import io.cdpsim.runtime.launch.LaunchTree;
import io.cdpsim.runtime.launch.PendingLaunchPool;
import io.cdpsim.runtime.launch.PoolPlace;
import io.cdpsim.runtime.settings.NondeterministicChoices;
import io.cdpsim.runtime.version.CdpRules;
import io.cdpsim.runtime.version.CudaError;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The copies and fills of device code, of one to three dimensions: work in a stream, as a child grid would be (rules COPY-1 to COPY-5). */
public final class DeviceMemoryOperations {
    private static final int DEVICE_TO_DEVICE = 3;
    private static final int DEFAULT_KIND = 4;

    private final Engine engine;
    private final Gpu gpu;
    private final GpuProfile profile;
    private final PagedMemory global;
    private final GridTable grids;
    private final LaunchTree tree;
    private final DeviceStreams streams;
    private final PendingLaunchPool pool;
    private final LaunchRecords records;
    private final CdpRules rules;
    private final NondeterministicChoices freedom;
    private final LaunchCosts costs;
    private final DeviceEvents events;
    private final @Nullable LaunchVisibility visibility;
    private final Set<Instruction> toldOfZeros = Collections.newSetFromMap(new IdentityHashMap<>());

    public DeviceMemoryOperations(
            Engine engine,
            Gpu gpu,
            PagedMemory global,
            GridTable grids,
            LaunchTree tree,
            DeviceStreams streams,
            PendingLaunchPool pool,
            LaunchRecords records,
            CdpRules rules,
            NondeterministicChoices freedom,
            LaunchCosts costs,
            DeviceEvents events,
            @Nullable LaunchVisibility visibility) {
        this.visibility = visibility;
        this.rules = rules;
        this.freedom = freedom;
        this.costs = costs;
        this.events = events;
        this.engine = engine;
        this.gpu = gpu;
        this.profile = gpu.profile();
        this.global = global;
        this.grids = grids;
        this.tree = tree;
        this.streams = streams;
        this.pool = pool;
        this.records = records;
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
        int stream = special ? 0 : streams.resolve(warp, lane, handle, perThreadDefault);
        if (stream < 0) {
            return CudaError.INVALID_VALUE;
        }
        // It may run as a grid, which is bound by the nesting limit (rule DEPTH-4).
        int parent = warp.block().grid().node();
        if (grids.depth(parent) + 1 > rules.deepestGrid(profile.limits()) && freedom.memoryOperationsAreGrids()) {
            return CudaError.LAUNCH_MAX_DEPTH_EXCEEDED;
        }
        // Rule COPY-4: it takes a place in the pool, and in its stream below.
        PoolPlace place = pool.take();
        if (place == PoolPlace.REFUSED) {
            // Measured for a fill into a full pool.
            return CudaError.UNKNOWN;
        }
        boolean tail = handle == DeviceStreams.TAIL_LAUNCH;
        int entry = grids.add(
                tail ? GridKind.TAIL_GRID : GridKind.MEMORY_OPERATION, parent, grids.depth(parent) + (tail ? 0 : 1));
        grids.describe(entry, operation.toBytes());
        grids.place(entry, place);
        costs.postedAt(entry, posted);
        if (tail) {
            tree.adoptTail(entry);
        } else {
            tree.adopt(entry);
            records.launched(warp.block(), entry);
            if (stream != 0) {
                tree.enqueue(entry, stream);
            }
        }
        if (visibility != null) {
            visibility.postedOperation(entry, warp, lane);
        }
        tree.posted(entry);
        return CudaError.SUCCESS;
    }

    /** What is done of a lane's copy or fill: on an H200 fills of one and two dimensions write zeros (Q-40, rule COPY-1). */
    private StridedOperation asDone(StridedOperation asked, Warp warp, Instruction in, long posted) {
        boolean faulty = CallArguments.call(in).call() != DeviceCall.MEMSET_3D_ASYNC && rules.fillsWithZeros();
        if (asked.copies() || (asked.source() & 0xFF) == 0 || !faulty) {
            return asked;
        }
        if (toldOfZeros.add(in)) {
            events.warning(
                    "Q-40",
                    "kernel " + warp.block().grid().kernel().name()
                            + (in.place().isEmpty() ? "" : ", " + in.place())
                            + " fills memory with " + (asked.source() & 0xFF)
                            + ", but GPUs of this kind were seen to write zeros whatever value device code asks for"
                            + " (rule COPY-1); store the value in a kernel, or have the host call cudaMemset",
                    posted);
        }
        return asked.withZeros();
    }

    /** Rule COPY-3: shared and local memory mean nothing to a copy that runs elsewhere; the device heap is as good as any (COPY-6). */
    private boolean reachable(long address, long bytes) {
        return AddressMap.spaceOf(address) == AddressSpace.GLOBAL && global.containsRange(address, bytes);
    }

    /** A copy or a fill has its turn: its bytes move, and it is done once they have had the time for it. */
    public void run(int entry) {
        StridedOperation operation = StridedOperation.fromBytes(grids.parameters(entry));
        if (visibility != null) {
            visibility.runs(entry, operation, global);
        }
        operation.run(global);
        gpu.memoryWritten();
        double moved = (operation.copies() ? 2.0 : 1.0) * operation.bytes();
        long parent = grids.number(grids.parent(entry));
        int stream = grids.stream(entry) == 0 ? -1 : grids.stream(entry);
        MemoryEvent.Operation what = operation.copies() ? MemoryEvent.Operation.COPY : MemoryEvent.Operation.FILL;
        long cycles = Math.round(
                moved / profile.dram().bytesPerSecond() * profile.clock().coreHertz());
        long end = engine.now() + profile.dram().latencyCycles() + cycles;
        events.memoryStarted(what, parent, stream, operation.bytes(), engine.now());
        events.memoryEnded(what, parent, stream, operation.bytes(), end);
        costs.memoryOperationEnds(entry, end);
    }
}
