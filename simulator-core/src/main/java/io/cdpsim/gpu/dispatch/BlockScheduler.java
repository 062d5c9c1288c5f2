package io.cdpsim.gpu.dispatch;

import io.cdpsim.gpu.Gpu;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.gpu.queue.ServiceQueue;
import io.cdpsim.gpu.sm.Block;
import io.cdpsim.gpu.sm.Sm;
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
 *
 * <p>Rules CONC-2, CONC-3, LNCH-14, NEST-4, STR-8 and SYNC-7.
 */
public final class BlockScheduler {
    private final Gpu gpu;
    private final Sm[] sms;
    private final int maxResidentGrids;
    private final int maxResidentStreamGrids;
    private final GridQueue waiting = new GridQueue();
    private final Deque<Block> returning = new ArrayDeque<>();
    private final List<Block> synchronizing = new ArrayList<>();
    private final ServiceQueue dispatcher = new ServiceQueue();
    private final long dispatchService;
    private final long gridService;
    private @Nullable ResidentGrid placing;
    private int residentGrids;
    private int residentStreamGrids;
    private int nextSm;
    private boolean dispatching;

    public BlockScheduler(Gpu gpu, Sm[] sms) {
        this.gpu = gpu;
        this.sms = sms;
        GpuProfile profile = gpu.profile();
        maxResidentGrids = profile.grid().maxResidentGrids();
        maxResidentStreamGrids = profile.grid().maxResidentStreamGrids();
        gridService = ServiceQueue.fractions(profile.dispatch().cyclesPerGrid());
        dispatchService = ServiceQueue.fractions(profile.dispatch().cyclesPerBlock());
    }

    public void submit(int node, boolean ofStream, long now) {
        waiting.add(node, ofStream);
        dispatch(now);
    }

    /** A block waits in a device synchronisation, and may be swapped out. */
    public void synchronizes(Block block, long now) {
        synchronizing.add(block);
        dispatch(now);
    }

    /** A block need not wait any more: it comes back if it was swapped out. */
    public void synchronizationEnds(Block block, long now) {
        synchronizing.remove(block);
        if (block.leaving) {
            block.wantedBack = true;
        } else if (block.swappedOut) {
            comesBack(block, now);
        }
    }

    /** A block that is swapped out wants an SM again. */
    void comesBack(Block block, long now) {
        returning.add(block);
        dispatch(now);
    }

    /** The last block of a grid has ended. */
    void gridLeaves(ResidentGrid grid) {
        residentGrids--;
        if (grid.ofStream()) {
            residentStreamGrids--;
        }
    }

    public int residentGrids() {
        return residentGrids;
    }

    public int waitingGrids() {
        return waiting.size();
    }

    /** The grid whose blocks are being placed, if any blocks are left to place. */
    @Nullable
    public Grid placingGrid() {
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
    }

    private boolean placeReturning(long now) {
        while (!returning.isEmpty()) {
            Block block = returning.peek();
            Sm sm = findSm(block.residentGrid().need());
            if (sm == null) {
                // Those that hold the SMs may all wait for grids that come behind this block (rule SYNC-6).
                swapOneOut(now);
                return false;
            }
            returning.remove();
            gpu.swaps().swapIn(block, sm, now);
        }
        return true;
    }

    private boolean placeNew(long now) {
        ResidentGrid current = placing == null ? admitNext(now) : placing;
        if (current == null) {
            return false;
        }
        Sm sm = findSm(current.need());
        if (sm == null) {
            swapOneOut(now);
            return false;
        }
        Grid grid = current.grid();
        if (grid.placedBlocks() == 0) {
            gpu.listener().gridStarted(grid.number(), now);
        }
        long index = grid.placeNext();
        if (grid.placedBlocks() == grid.totalBlocks()) {
            placing = null;
        }
        sm.residency().take(current.need());
        long start = dispatcher.serve(now, index == 0 ? dispatchService + gridService : dispatchService);
        gpu.blocks().place(current, index, sm, start);
        return true;
    }

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
        Grid grid = gpu.runtime().admit(waiting.remove(ofStream));
        ResidentGrid admitted = new ResidentGrid(grid, SmResidency.Need.of(gpu.profile(), grid), ofStream);
        gridEnters(admitted);
        gpu.metrics().residentGridsMax = Math.max(gpu.metrics().residentGridsMax, residentGrids);
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

    /** Makes room for what cannot be placed, at the cost of a block that only waits (rule SYNC-6, P-3). */
    private void swapOneOut(long now) {
        for (Block block : synchronizing) {
            if (!block.swappedOut) {
                gpu.swaps().swapOut(block, now);
                return;
            }
        }
    }

    private @Nullable Sm findSm(SmResidency.Need need) {
        for (int i = 0; i < sms.length; i++) {
            Sm sm = sms[nextSm];
            nextSm = nextSm + 1 == sms.length ? 0 : nextSm + 1;
            if (sm.residency().fits(need)) {
                return sm;
            }
        }
        return null;
    }
}
