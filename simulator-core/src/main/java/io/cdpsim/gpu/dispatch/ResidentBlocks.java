package io.cdpsim.gpu.dispatch;

import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.dispatch.DispatchContext.DispatchCounters;
import io.cdpsim.gpu.dispatch.DispatchContext.DispatchDevice;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.gpu.issue.WarpScheduler;
import io.cdpsim.gpu.progress.ProgressMonitor;
import io.cdpsim.gpu.sampling.BlockSampler;
import io.cdpsim.gpu.sm.Block;
import io.cdpsim.gpu.sm.BlockBarriers;
import io.cdpsim.gpu.sm.Cluster;
import io.cdpsim.gpu.sm.Sm;
import io.cdpsim.gpu.sm.Warp;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.memory.visibility.causality.BlockCausality;
import io.cdpsim.observe.DeviceEvents;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The resident blocks, from the dispatch of each to the end of its last warp, and the warps that run their threads. Objects of
 * ended blocks and warps are reused.
 */
public final class ResidentBlocks {
    private final Engine engine;
    private final DispatchDevice device;
    private final List<Sm> sms;
    private final BlockBarriers barriers;
    private final DeviceEvents events;
    private final ProgressMonitor watch;
    private final @Nullable VisibilityFeed visibility;
    private final @Nullable BlockSampler sampler;
    private final BlockScheduler blockScheduler;
    private final SmAllocator freeSms;
    private final DispatchCounters counters;
    private final int startCycles;
    private final int endCycles;
    private final int startEvent;
    private final int endEvent;
    private Warp[] warps = new Warp[64];
    private int warpCount;
    private final List<Warp> freeWarps = new ArrayList<>();
    private final List<ResidentBlock> blocks = new ArrayList<>();
    private final List<ResidentBlock> freeBlocks = new ArrayList<>();

    ResidentBlocks(
            DispatchContext parts, BlockScheduler blockScheduler, SmAllocator freeSms, DispatchCounters counters) {
        engine = parts.engine();
        device = parts.device();
        sms = parts.sms();
        barriers = parts.barriers();
        events = parts.events();
        watch = parts.watch();
        visibility = parts.visibility();
        sampler = parts.sampler();
        this.blockScheduler = blockScheduler;
        this.freeSms = freeSms;
        this.counters = counters;
        startCycles = parts.profile().dispatch().blockStartCycles();
        endCycles = parts.profile().dispatch().blockEndCycles();
        startEvent = engine.register(this::start);
        endEvent = engine.register(this::end);
    }

    ResidentBlock block(long id) {
        return blocks.get((int) id);
    }

    ResidentBlock resident(Block block) {
        return blocks.get(block.id());
    }

    /** Live warps. */
    public List<Warp> liveWarps() {
        return Arrays.stream(warps, 0, warpCount).filter(Warp::isLive).toList();
    }

    /** Dispatches a block to an SM. */
    void place(ResidentGrid grid, long index, int sm, long time) {
        place(takeBlock(grid), grid, index, sm, time);
    }

    /** A block of a cluster is sent to an SM. */
    void place(ResidentGrid grid, Cluster cluster, int rank, int sm, long time) {
        ResidentBlock block = takeBlock(grid);
        place(block, grid, grid.grid().shape().blockOfCluster(cluster.number(), rank), sm, time);
        block.block().joins(cluster, rank);
    }

    private void place(ResidentBlock block, ResidentGrid grid, long index, int sm, long time) {
        block.start(grid, index, sm);
        counters.blocksPlaced++;
        if (sampler != null) {
            sampler.places(block.block(), blockScheduler.residentGrids() == 1);
        }
        sms.get(sm).awaits(time + startCycles);
        engine.schedule(time + startCycles, startEvent, block.block().id());
    }

    private ResidentBlock takeBlock(ResidentGrid grid) {
        if (!freeBlocks.isEmpty()) {
            return freeBlocks.remove(freeBlocks.size() - 1);
        }
        ResidentBlock block = new ResidentBlock(blocks.size(), grid);
        blocks.add(block);
        return block;
    }

    private void start(long now, long id) {
        if (device.isFaulted()) {
            return;
        }
        watch.progressed();
        Block block = block(id).block();
        Grid grid = block.grid();
        Sm sm = sms.get(block.sm());
        sm.enter(now);
        sm.countClusterBlocks(block.cluster().shape().blocks() > 1 ? 1 : 0);
        if (visibility != null) {
            BlockCausality watched = visibility.blockStarts(grid.node(), block.index(), block.warpCount());
            watched.shared(block.shared());
            block.watched(watched);
        }
        events.blockPlaced(grid.number(), block.index(), block.sm(), now);
        if (sampler != null) {
            sampler.starts(block, now);
        }
        Sm runner = device.runs(block);
        int stackBytes = device.grids().stackBytes();
        for (int i = 0; i < block.warpCount(); i++) {
            WarpScheduler scheduler = runner.takeScheduler();
            Warp warp = takeWarp(block, scheduler);
            block.warp(i, warp);
            warp.start(block, i, scheduler, stackBytes, now);
            device.schedule(warp, now);
        }
    }

    private Warp takeWarp(Block block, WarpScheduler scheduler) {
        if (!freeWarps.isEmpty()) {
            return freeWarps.remove(freeWarps.size() - 1);
        }
        if (warpCount == warps.length) {
            warps = Arrays.copyOf(warps, 2 * warpCount);
        }
        Warp warp = new Warp(warpCount, block, scheduler);
        warps[warpCount++] = warp;
        return warp;
    }

    /** All threads of a warp have exited. */
    public void warpEnded(Warp warp, long time) {
        warp.ends();
        watch.progressed();
        Block block = warp.block();
        counters.warpResidentCycles += time - warp.startedAt();
        warp.scheduler().removeWarp();
        Cluster cluster = block.cluster();
        if (cluster.warpEnds()) {
            device.openBarrier(cluster, time);
        }
        if (block.endWarp() == 0) {
            cluster.leaves(block.rank());
            if (visibility != null && cluster.shape().blocks() > 1) {
                visibility.leavesCluster(block.watched(), block.neighbours());
            }
            engine.schedule(Math.max(time, engine.now()) + endCycles, endEvent, block.id());
        } else {
            barriers.warpEnded(block, time);
        }
    }

    private void end(long now, long id) {
        if (device.isFaulted()) {
            return;
        }
        ResidentBlock ended = block(id);
        Block block = ended.block();
        ResidentGrid resident = ended.grid();
        long over = sampler == null ? now : sampler.ends(block, now);
        if (over > now) {
            // The next block takes the same warps, which the simulating machine's caches hold.
            freeWarps(block);
            ended.hasFreedWarps = true;
            engine.schedule(over, endEvent, id);
            return;
        }
        if (!ended.hasFreedWarps) {
            freeWarps(block);
        }
        sms.get(block.sm()).leave(now);
        sms.get(block.sm()).countClusterBlocks(block.cluster().shape().blocks() > 1 ? -1 : 0);
        freeSms.giveBack(block.sm(), resident.need());
        if (visibility != null) {
            visibility.blockEnds(block.watched());
        }
        Grid grid = resident.grid();
        events.blockEnded(grid.number(), block.index(), block.sm(), now);
        device.grids().blockEnded(block, now);
        freeBlocks.add(ended);
        watch.progressed();
        if (grid.endOne()) {
            blockScheduler.gridLeaves(resident);
            device.gridEnds(grid, now);
            device.grids().gridBodyEnded(grid, now);
        } else if (grid.isSuspended()) {
            blockScheduler.suspended(resident);
        }
        blockScheduler.dispatch(now);
    }

    private void freeWarps(Block block) {
        for (int i = 0; i < block.warpCount(); i++) {
            Warp warp = block.warp(i);
            warp.becomesFree();
            freeWarps.add(warp);
        }
    }

    /**
     * A resident grid, as the block scheduler sees it.
     *
     * @param need the SM resources of each block
     * @param ofStream whether it counts against the limit of grids from ordinary device streams
     */
    record ResidentGrid(Grid grid, FreeSmResources.Need need, boolean ofStream) {}

    /** A block as the block scheduler sees it. Reused for another block after its end. */
    static final class ResidentBlock {
        private final Block block;
        private ResidentGrid grid;

        /** Whether its state is being saved to device memory: its SM resources are not free yet. */
        boolean leaving;

        /** Whether the synchronization completed while the block was being saved. */
        boolean swapInRequested;

        /** Whether its warps run other threads already, while its SM's resources are not free yet. */
        boolean hasFreedWarps;

        ResidentBlock(int id, ResidentGrid grid) {
            this.block = new Block(id, grid.grid());
            this.grid = grid;
        }

        /** Reuses the object for the block with an index of a grid, and places it on an SM. */
        void start(ResidentGrid newGrid, long index, int sm) {
            grid = newGrid;
            leaving = false;
            swapInRequested = false;
            hasFreedWarps = false;
            block.start(newGrid.grid(), index, sm);
        }

        Block block() {
            return block;
        }

        ResidentGrid grid() {
            return grid;
        }

        /** The SM resources that it occupies. */
        FreeSmResources.Need need() {
            return grid.need();
        }
    }
}
