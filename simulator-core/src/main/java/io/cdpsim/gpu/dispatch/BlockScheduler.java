package io.cdpsim.gpu.dispatch;

import io.cdpsim.gpu.dispatch.DispatchContext.DispatchCounters;
import io.cdpsim.gpu.dispatch.DispatchContext.DispatchDevice;
import io.cdpsim.gpu.dispatch.ResidentBlocks.ResidentBlock;
import io.cdpsim.gpu.dispatch.ResidentBlocks.ResidentGrid;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.gpu.queue.ServiceQueue;
import io.cdpsim.gpu.sm.Block;
import io.cdpsim.gpu.sm.Cluster;
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
 * Gives blocks to SMs.
 *
 * <p>Grids become resident in the order in which they became ready, up to the device's limit. All blocks of a grid are placed before any
 * of the next one, so a child queues behind what its parent has not placed yet (rulebook 24, Q-22). A block goes to the next SM, round
 * robin, that has room. Blocks that come back from a device synchronisation go first.
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
    private DispatchState.State toldState = DispatchState.State.ADMITS;
    private long toldGrid;

    /** The block scheduler of a device without work. */
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

    /** The blocks that have an SM. */
    public ResidentBlocks blocks() {
        return blocks;
    }

    /** What has been done so far. */
    public DispatchCounters counters() {
        return counters;
    }

    /**
     * A grid waits for its turn.
     *
     * @param node its owner's handle of it
     * @param ofStream whether it is of an ordinary stream of device code
     */
    public void submit(int node, boolean ofStream, long now) {
        waiting.add(node, ofStream);
        dispatch(now);
    }

    /** A block waits in a device synchronisation, and may be swapped out. */
    public void synchronizes(Block block, long now) {
        synchronizing.add(blocks.resident(block));
        dispatch(now);
    }

    /** No thread of a block waits any more: only now it comes back, if it was swapped out (rule SYNC-7). */
    public void synchronizationEnds(Block block, long now) {
        ResidentBlock resident = blocks.resident(block);
        synchronizing.remove(resident);
        if (resident.leaving) {
            resident.wantedBack = true;
        } else if (block.isSwappedOut()) {
            comesBack(resident, now);
        }
    }

    /** A block that is swapped out wants an SM again. */
    void comesBack(ResidentBlock block, long now) {
        returning.add(block);
        dispatch(now);
    }

    /** The last block of a grid has ended; what it launched may be open still (rule NEST-4). */
    void gridLeaves(ResidentGrid grid) {
        residentGrids--;
        if (grid.ofStream()) {
            residentStreamGrids--;
        }
    }

    /** Grids that have been admitted and not ended. */
    public int residentGrids() {
        return residentGrids;
    }

    /** Grids that wait for their turn. */
    public int waitingGrids() {
        return waiting.size();
    }

    /** The grid whose blocks are being placed, if any blocks are left to place. */
    public @Nullable Grid placingGrid() {
        return placing == null ? null : placing.grid();
    }

    /** Places what can be placed. */
    void dispatch(long now) {
        if (dispatching) {
            return;
        }
        dispatching = true;
        while (placeReturning(now) && placeNew(now)) {
            // Each round places one block.
        }
        dispatching = false;
        tellState(now);
    }

    /** Says what holds up the grids that have come, where that has changed. */
    private void tellState(long now) {
        if (!events.wantWaits()) {
            return;
        }
        // A block that has no SM any more comes before all that is new.
        Grid first = returning.isEmpty()
                ? placingGrid()
                : returning.element().block().grid();
        long grid = first == null ? 0 : first.number();
        DispatchState.State state = grid != 0
                ? DispatchState.State.PLACES_BLOCKS
                : waiting.size() > 0 ? DispatchState.State.RESIDENT_GRIDS : DispatchState.State.ADMITS;
        if (state != toldState || grid != toldGrid) {
            toldState = state;
            toldGrid = grid;
            events.dispatch(state, grid, now);
        }
    }

    private boolean placeReturning(long now) {
        while (!returning.isEmpty()) {
            ResidentBlock block = returning.element();
            // Rule LNCH-14: whichever SM has room, not the one it came from.
            int sm = freeSms.find(block.need());
            if (sm < 0) {
                // Those that hold the SMs may all wait for grids that come behind this block (rule SYNC-6).
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
        // Rule LNCH-14: whichever SM has room.
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

    /** Admits the next grid, up to so many at once (rule CONC-3): that two of them overlap is not promised (rule STR-8). */
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

    /** A grid all of whose blocks are swapped out does not count as resident, or its own children might never be admitted. */
    void suspended(ResidentGrid grid) {
        gridLeaves(grid);
    }

    /** A grid takes a place among the resident ones: it is admitted, or the first of its blocks comes back. */
    void gridEnters(ResidentGrid grid) {
        residentGrids++;
        if (grid.ofStream()) {
            residentStreamGrids++;
        }
    }

    /** Makes room for what cannot be placed, at the cost of a block that only waits (rules SYNC-6, CONC-2; P-3). */
    private void swapOneOut(long now) {
        for (ResidentBlock block : synchronizing) {
            if (!block.block().isSwappedOut()) {
                swaps.swapOut(block, now);
                return;
            }
        }
    }
}
