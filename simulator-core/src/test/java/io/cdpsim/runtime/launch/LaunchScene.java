package io.cdpsim.runtime.launch;

import io.cdpsim.gpu.grid.LaunchShape;
import io.cdpsim.kernel.builder.KernelBuilder;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.runtime.launch.GridTable.GridKind;
import io.cdpsim.runtime.launch.GridTable.GridNumbers;
import io.cdpsim.runtime.launch.LaunchTiming.LaunchSteps;
import io.cdpsim.runtime.launch.LaunchTree.WorkExecutor;
import io.cdpsim.runtime.launch.PendingLaunchPool.PoolSlot;
import java.util.function.IntConsumer;

/** A launch tree without a device: posts what device code and the host would post, the way the runtime does. */
final class LaunchScene {
    /** Slots of the pool. */
    static final int SLOTS = 10_000;

    private static final int RECORD = 7;
    private static final LaunchShape SHAPE = LaunchShape.of(1, 32);
    private final Kernel kernel = new KernelBuilder("grid").build();

    final GridTable grids = new GridTable(Long.MAX_VALUE, new GridNumbers());
    final StreamTable streams = new StreamTable(0);
    final PendingLaunchPool pool = new PendingLaunchPool(SLOTS, () -> 0, SLOTS, (fixed, virtual) -> {});
    final RuntimeMetrics metrics = new RuntimeMetrics();
    final ManualTiming timing = new ManualTiming(LaunchSteps.forwardTo(this::tree));
    final LaunchTree tree;
    private IntConsumer added = entry -> {};

    LaunchScene(WorkExecutor work, boolean holdsChildren) {
        tree = new LaunchTree(grids, streams, pool, metrics, timing, work, holdsChildren);
    }

    /** Sets the callback for each entry, before the tree reports it. */
    void onAdded(IntConsumer listener) {
        added = listener;
    }

    private LaunchTree tree() {
        return tree;
    }

    /** The record that launches count in. */
    static int record() {
        return RECORD;
    }

    /** A stream of a grid. */
    int stream(int parent) {
        return streams.add(grids.number(parent), 0);
    }

    int hostGrid() {
        int entry = grids.add(GridKind.HOST_GRID, 0, 0);
        grids.describe(entry, kernel, SHAPE, new byte[0]);
        added.accept(entry);
        tree.posted(entry);
        return entry;
    }

    int streamGrid(int parent, int stream) {
        return child(GridKind.STREAM_GRID, parent, stream, false);
    }

    int fireAndForget(int parent) {
        return child(GridKind.FIRE_AND_FORGET_GRID, parent, 0, false);
    }

    /** A copy into a stream, or into the fire-and-forget stream if it is 0. */
    int copy(int parent, int stream) {
        return child(GridKind.MEMORY_OPERATION, parent, stream, true);
    }

    private int child(GridKind kind, int parent, int stream, boolean copies) {
        int entry = add(kind, parent, grids.depth(parent) + 1, copies);
        grids.launchRecord(entry, RECORD);
        tree.adopt(entry);
        if (stream != 0) {
            tree.enqueue(entry, stream);
        }
        tree.posted(entry);
        return entry;
    }

    int tail(int parent) {
        return tail(parent, false);
    }

    int tailCopy(int parent) {
        return tail(parent, true);
    }

    private int tail(int parent, boolean copies) {
        int entry = add(GridKind.TAIL_GRID, parent, grids.depth(parent), copies);
        tree.adoptTail(entry);
        tree.posted(entry);
        return entry;
    }

    private int add(GridKind kind, int parent, int depth, boolean copies) {
        int entry = grids.add(kind, parent, depth);
        if (copies) {
            grids.describe(entry, new byte[0]);
        } else {
            grids.describe(entry, kernel, SHAPE, new byte[0]);
        }
        grids.poolSlot(entry, pool.allocate());
        added.accept(entry);
        return entry;
    }

    /** The wait of a stream for what an event has recorded, which is not complete. */
    int eventWait(int parent, int stream, int recorded) {
        int entry = grids.add(GridKind.EVENT_WAIT, parent, grids.depth(parent));
        grids.poolSlot(entry, PoolSlot.NONE);
        added.accept(entry);
        tree.adopt(entry);
        tree.enqueue(entry, stream);
        tree.waitFor(entry, recorded);
        tree.posted(entry);
        return entry;
    }
}
