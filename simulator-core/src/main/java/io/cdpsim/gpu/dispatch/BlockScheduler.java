package io.cdpsim.gpu.dispatch;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Cluster;
import io.cdpsim.gpu.dispatch.DispatchContext.DispatchCounters;
import io.cdpsim.gpu.dispatch.DispatchContext.DispatchDevice;
import io.cdpsim.gpu.dispatch.ResidentBlocks.ResidentBlock;
import io.cdpsim.gpu.dispatch.ResidentBlocks.ResidentGrid;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.gpu.queue.ServiceQueue;
import io.cdpsim.kernel.code.ClusterShape;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.observe.RunEvent.DispatchState;
import io.cdpsim.profile.GpuProfile;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Places the blocks of grids on SMs.
 *
 * <p>Grids become resident in the order in which they became ready, up to the device's limit. All blocks of a grid are placed before any
 * of the next one, so a child queues behind the unplaced blocks of its parent (rulebook 24, Q-22). A block goes to the next SM, round
 * robin, that has enough free resources. Blocks that return from a device synchronization go first.
 */
public final class BlockScheduler {
    private final FreeSmResources.Needs needs;
    private final DispatchDevice device;
    private final DeviceEvents events;
    private final DispatchCounters counters = new DispatchCounters();
    private final SmAllocator freeSms;
    private final ResidentBlocks blocks;
    private final BlockSwapper swaps;
    private final int maxResidentGrids;
    private final int maxResidentStreamGrids;
    private final GridQueue waiting = new GridQueue();
    private final Deque<ResidentBlock> returning = new ArrayDeque<>();
    private final List<ResidentBlock> synchronizing = new ArrayList<>();
    private final ServiceQueue dispatcher = new ServiceQueue();
    private final long dispatchService;
    private final long gridService;
    private @Nullable ResidentGrid placing;
    private int residentGrids;
    private int residentStreamGrids;
    private boolean dispatching;
    private DispatchState.State publishedState = DispatchState.State.ADMITS;
    private long publishedGrid;

    /** A block scheduler without work. */
    public BlockScheduler(DispatchContext parts) {
        GpuProfile profile = parts.profile();
        needs = new FreeSmResources.Needs(profile);
        device = parts.device();
        events = parts.events();
        freeSms = new SmAllocator(profile.sm(), profile.cluster());
        maxResidentGrids = profile.grid().maxResidentGrids();
        maxResidentStreamGrids = profile.grid().maxResidentStreamGrids();
        gridService = ServiceQueue.fractions(profile.dispatch().cyclesPerGrid());
        dispatchService = ServiceQueue.fractions(profile.dispatch().cyclesPerBlock());
        blocks = new ResidentBlocks(parts, this, freeSms, counters);
        swaps = new BlockSwapper(parts, this, freeSms, blocks, counters);
    }

    /** The resident blocks. */
    public ResidentBlocks blocks() {
        return blocks;
    }

    /** The scheduler's counters. */
    public DispatchCounters counters() {
        return counters;
    }

    /**
     * Queues a grid.
     *
     * @param node the owner's handle of the grid
     * @param ofStream whether it was launched into an ordinary device stream
     */
    public void submit(int node, boolean ofStream, long now) {
        waiting.add(node, ofStream);
        dispatch(now);
    }

    /** A block waits in a device synchronization and may be swapped out. */
    public void synchronizes(Block block, long now) {
        synchronizing.add(blocks.resident(block));
        dispatch(now);
    }

    /** No thread of a block waits any longer: a block that was swapped out returns only now (rule SYNC-7). */
    public void synchronizationEnds(Block block, long now) {
        ResidentBlock resident = blocks.resident(block);
        synchronizing.remove(resident);
        if (resident.leaving) {
            resident.swapInRequested = true;
        } else if (block.isSwappedOut()) {
            comesBack(resident, now);
        }
    }

    /** A swapped-out block requests an SM. */
    void comesBack(ResidentBlock block, long now) {
        returning.add(block);
        dispatch(now);
    }

    /** The last block of a grid has ended; grids that it launched may still run (rule NEST-4). */
    void gridLeaves(ResidentGrid grid) {
        residentGrids--;
        if (grid.ofStream()) {
            residentStreamGrids--;
        }
    }

    /** Resident grids. */
    public int residentGrids() {
        return residentGrids;
    }

    /** Queued grids. */
    public int waitingGrids() {
        return waiting.size();
    }

    /** The grid with blocks still to place, if any. */
    public @Nullable Grid placingGrid() {
        return placing == null ? null : placing.grid();
    }

    /** Places blocks while resources last. */
    void dispatch(long now) {
        if (dispatching) {
            return;
        }
        dispatching = true;
        while (placeReturning(now) && placeNew(now)) {
            // Each iteration places one block.
        }
        dispatching = false;
        publishState(now);
    }

    /** Publishes what blocks the head of the queue, if that has changed. */
    private void publishState(long now) {
        if (!events.wantWaits()) {
            return;
        }
        // Swapped-out blocks precede all new ones.
        Grid first = returning.isEmpty()
                ? placingGrid()
                : returning.element().block().grid();
        long grid = first == null ? 0 : first.number();
        DispatchState.State state = grid != 0
                ? DispatchState.State.PLACES_BLOCKS
                : waiting.size() > 0 ? DispatchState.State.RESIDENT_GRIDS : DispatchState.State.ADMITS;
        if (state != publishedState || grid != publishedGrid) {
            publishedState = state;
            publishedGrid = grid;
            events.dispatch(state, grid, now);
        }
    }

    private boolean placeReturning(long now) {
        while (!returning.isEmpty()) {
            ResidentBlock block = returning.element();
            // Rule LNCH-14: any SM with enough free resources, not necessarily the one it left.
            int sm = freeSms.find(block.need());
            if (sm < 0) {
                // The blocks that occupy the SMs may all wait for grids queued behind this block (rule SYNC-6).
                swapOneOut(now);
                return false;
            }
            returning.remove();
            swaps.swapIn(block, sm, now);
        }
        return true;
    }

    private boolean placeNew(long now) {
        ResidentGrid current = placing == null ? admitNext(now) : placing;
        if (current == null) {
            return false;
        }
        if (current.grid().shape().cluster().blocks() > 1) {
            return placeCluster(current, now);
        }
        // Rule LNCH-14: any SM with enough free resources.
        int sm = freeSms.find(current.need());
        if (sm < 0) {
            swapOneOut(now);
            return false;
        }
        Grid grid = current.grid();
        if (grid.placedBlocks() == 0) {
            events.gridStarted(grid.number(), now);
        }
        long index = grid.placeNext();
        if (grid.placedBlocks() == grid.totalBlocks()) {
            placing = null;
        }
        freeSms.take(sm, current.need());
        long start = dispatcher.serve(now, index == 0 ? dispatchService + gridService : dispatchService);
        blocks.place(current, index, sm, start);
        return true;
    }

    /** Places all blocks of a cluster at once, on SMs of one GPC. */
    private boolean placeCluster(ResidentGrid current, long now) {
        Grid grid = current.grid();
        ClusterShape shape = grid.shape().cluster();
        int[] sms = new int[(int) shape.blocks()];
        if (!freeSms.takeCluster(current.need(), sms)) {
            swapOneOut(now);
            return false;
        }
        if (grid.placedBlocks() == 0) {
            events.gridStarted(grid.number(), now);
        }
        Cluster cluster = new Cluster(shape, grid.placedBlocks() / sms.length);
        for (int rank = 0; rank < sms.length; rank++) {
            boolean isFirst = grid.placeNext() == 0;
            long start = dispatcher.serve(now, isFirst ? dispatchService + gridService : dispatchService);
            blocks.place(current, cluster, rank, sms[rank], start);
        }
        if (grid.placedBlocks() == grid.totalBlocks()) {
            placing = null;
        }
        return true;
    }

    /** Admits the next grid, up to the resident-grid limit (rule CONC-3): two grids are not guaranteed to overlap (rule STR-8). */
    private @Nullable ResidentGrid admitNext(long now) {
        boolean streamGridsMayRun = residentStreamGrids < maxResidentStreamGrids;
        if (waiting.isEmpty(streamGridsMayRun)) {
            if (!waiting.isEmpty(true)) {
                swapOneOut(now);
            }
            return null;
        }
        if (residentGrids >= maxResidentGrids) {
            swapOneOut(now);
            return null;
        }
        boolean ofStream = waiting.nextIsOfStream(streamGridsMayRun);
        Grid grid = device.grids().admit(waiting.remove(ofStream));
        ResidentGrid admitted = new ResidentGrid(grid, needs.of(grid), ofStream);
        gridEnters(admitted);
        events.gridAdmitted(grid.number(), now);
        counters.residentGridsMax = Math.max(counters.residentGridsMax, residentGrids);
        placing = admitted;
        return admitted;
    }

    /** A grid whose blocks are all swapped out does not count as resident; otherwise its children might never be admitted. */
    void suspended(ResidentGrid grid) {
        gridLeaves(grid);
    }

    /** A grid takes a resident slot: it is admitted, or the first of its blocks returns. */
    void gridEnters(ResidentGrid grid) {
        residentGrids++;
        if (grid.ofStream()) {
            residentStreamGrids++;
        }
    }

    /** Swaps out a block that only waits, to free resources for one that cannot be placed (rules SYNC-6, CONC-2; P-3). */
    private void swapOneOut(long now) {
        for (ResidentBlock block : synchronizing) {
            if (!block.block().isSwappedOut()) {
                swaps.swapOut(block, now);
                return;
            }
        }
    }
}
