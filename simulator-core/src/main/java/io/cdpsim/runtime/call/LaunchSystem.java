package io.cdpsim.runtime.call;

import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.Gpu;
import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.observe.RunEvent.MemoryEvent;
import io.cdpsim.observe.RunEvent.WaitReason;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.cost.CallCosts;
import io.cdpsim.runtime.cost.LaunchCosts;
import io.cdpsim.runtime.launch.GridTable;
import io.cdpsim.runtime.launch.GridTable.GridKind;
import io.cdpsim.runtime.launch.LaunchTiming.LaunchSteps;
import io.cdpsim.runtime.launch.LaunchTree;
import io.cdpsim.runtime.launch.LaunchTree.WorkExecutor;
import io.cdpsim.runtime.launch.PendingLaunchPool;
import io.cdpsim.runtime.launch.PendingLaunchPool.PoolSlot;
import io.cdpsim.runtime.launch.RuntimeMetrics;
import io.cdpsim.runtime.launch.StreamTable;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All grids, copies and fills of a device from launch to completion: the launch tree, the costs that time its steps, the streams
 * of device code and the launch records of blocks. Submits work to the device and notifies listeners.
 */
public final class LaunchSystem {
    private final Engine engine;
    private final Gpu gpu;
    private final GpuProfile profile;
    private final DeviceContext device;
    private final GridTable grids;
    private final PendingLaunchPool pool;
    private final LaunchCosts costs;
    private final LaunchTree tree;
    private final DeviceStreams streams;
    private final LaunchRecords records;
    private final DeviceEvents events;
    private final ReportedTime reported;
    private final CallCosts callCosts;
    private final @Nullable VisibilityFeed feed;
    private final @Nullable LaunchVisibility visibility;
    private final Map<Integer, Runnable> whenHostGridCompletes = new HashMap<>();

    /**
     * A device on which nothing has been launched.
     *
     * @param reported the time at which listeners are notified
     * @param callCosts the cost of a device synchronisation that resumes
     */
    public LaunchSystem(
            DeviceContext device,
            GridTable grids,
            PendingLaunchPool pool,
            RuntimeMetrics metrics,
            ReportedTime reported,
            CallCosts callCosts) {
        this.device = device;
        this.grids = grids;
        this.pool = pool;
        this.reported = reported;
        this.callCosts = callCosts;
        engine = device.engine();
        gpu = device.gpu();
        profile = device.profile();
        events = device.events();
        feed = gpu.visibility();
        StreamTable streamTable = new StreamTable(profile.grid().nullStreamQueues());
        visibility = feed == null ? null : new LaunchVisibility(feed, grids, streamTable, device.rules());
        LaunchSteps steps = LaunchSteps.forwardTo(this::tree);
        costs = LaunchCosts.of(engine, grids, streamTable, pool, profile, device.choices(), events, steps);
        tree = new LaunchTree(
                grids,
                streamTable,
                pool,
                metrics,
                costs,
                new Work(),
                device.choices().holdsChildren());
        streams = new DeviceStreams(
                streamTable, grids, tree, device.rules(), reported, events, feed == null ? null : feed.checker());
        records = new LaunchRecords(device, grids, reported);
    }

    GridTable grids() {
        return grids;
    }

    PendingLaunchPool pool() {
        return pool;
    }

    LaunchCosts costs() {
        return costs;
    }

    LaunchRecords records() {
        return records;
    }

    /** Reports accesses and their order to the visibility checker, if there is one. */
    @Nullable
    LaunchVisibility visibility() {
        return visibility;
    }

    /** The launch tree. */
    public LaunchTree tree() {
        return tree;
    }

    /** The streams and events of device code. */
    public DeviceStreams streams() {
        return streams;
    }

    /** Adds an entry for work that a block posts. */
    int add(GridKind kind, Block launcher) {
        int parent = launcher.grid().node();
        // A tail launch follows its parent directly and is at the same depth (rules TAIL-15, TAIL-13).
        return grids.add(kind, parent, grids.depth(parent) + (kind == GridKind.TAIL_GRID ? 0 : 1));
    }

    /**
     * Sets the slot of an entry in the pool.
     *
     * @param postedCycle the cycle at which its call returns
     * @param firstOfBlock whether it is the first launch of its block
     */
    void setPoolSlot(int entry, PoolSlot slot, long postedCycle, boolean firstOfBlock) {
        grids.poolSlot(entry, slot);
        costs.postedAt(entry, postedCycle, firstOfBlock);
    }

    /**
     * Adds an entry to the children or tail launches of its parent.
     *
     * @param launcher the block that launches it
     * @param stream its stream, 0 for none
     */
    void join(int entry, Block launcher, int stream) {
        if (grids.kind(entry) == GridKind.TAIL_GRID) {
            tree.adoptTail(entry);
            return;
        }
        tree.adopt(entry);
        records.launched(launcher, entry);
        // Rules FAF-1 and STR-15: a fire-and-forget launch waits for nothing; others wait in the order of posting.
        if (stream != 0) {
            tree.enqueue(entry, stream);
        }
    }

    /** Posts a grid of the host; {@code completed} runs when it is complete. */
    public void postHostGrid(int entry, Runnable completed) {
        whenHostGridCompletes.put(entry, completed);
        tree.posted(entry);
    }

    /** All threads of a block have exited. */
    public void blockEnded(Block block) {
        streams.blockEnded(block);
        records.blockEnded(block);
    }

    /** All threads of a grid have exited at the given cycle. */
    public void threadsExited(int entry, long cycle) {
        costs.threadsExited(cycle);
        tree.threadsExited(entry);
    }

    private boolean isGrid(int entry) {
        return grids.kind(entry) != GridKind.EVENT_WAIT && !grids.isMemoryOperation(entry);
    }

    /** Executes the work of the tree on the device. */
    private final class Work implements WorkExecutor {
        @Override
        public boolean isAbandoned() {
            return gpu.isFaulted();
        }

        @Override
        public void waits(int entry, WaitReason reason) {
            if (events.wantWaits() && isGrid(entry)) {
                long now = Math.max(engine.now(), costs.postedCycle(entry));
                events.gridWaits(grids.number(entry), reason, now);
            }
        }

        @Override
        public void submit(int entry) {
            events.gridQueued(grids.number(entry), engine.now());
            gpu.submit(entry, grids.kind(entry) == GridKind.STREAM_GRID);
        }

        /** Moves the bytes of a copy or a fill at once and completes it after the time of the transfer. */
        @Override
        public void runMemoryOperation(int entry) {
            StridedOperation operation = StridedOperation.fromBytes(grids.parameters(entry));
            if (visibility != null) {
                visibility.memoryOperationRuns(entry, operation, device.global());
            }
            operation.run(device.global());
            gpu.memoryWritten();
            double transferredBytes = (operation.copies() ? 2.0 : 1.0) * operation.bytes();
            long parent = grids.number(grids.parent(entry));
            int stream = grids.stream(entry) == 0 ? -1 : grids.stream(entry);
            MemoryEvent.Operation kind = operation.copies() ? MemoryEvent.Operation.COPY : MemoryEvent.Operation.FILL;
            long cycles = Math.round(transferredBytes
                    / profile.dram().bandwidth().bytesPerSecond()
                    * profile.clock().coreHertz());
            long end = engine.now() + profile.dram().latencyCycles() + cycles;
            events.memoryStarted(kind, parent, stream, operation.bytes(), engine.now());
            events.memoryEnded(kind, parent, stream, operation.bytes(), end);
            costs.memoryOperationEnds(entry, end);
        }

        @Override
        public void threadsExited(int entry) {
            events.gridBodyEnded(grids.number(entry), costs.now());
        }

        @Override
        public void completed(int entry) {
            gpu.progressed();
            long number = grids.number(entry);
            long now = Math.max(costs.now(), reported.now());
            if (isGrid(entry)) {
                events.gridCompleted(number, now);
            } else if (grids.kind(entry) == GridKind.EVENT_WAIT) {
                events.eventWait(grids.number(grids.parent(entry)), grids.stream(entry), true, now);
            }
            streams.gridCompleted(entry);
            if (feed != null) {
                feed.completed(entry);
            }
        }

        @Override
        public void hostGridCompleted(int entry) {
            Runnable completed = whenHostGridCompletes.remove(entry);
            if (completed != null) {
                completed.run();
            }
        }

        @Override
        public void recordReleased(int record, long number) {
            records.completed(record, number, callCosts.call(DeviceCall.DEVICE_SYNCHRONIZE, engine.now(), 1));
        }
    }
}
