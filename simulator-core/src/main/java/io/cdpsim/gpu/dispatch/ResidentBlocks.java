package io.cdpsim.gpu.dispatch;

import io.cdpsim.engine.Agenda;
import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Cluster;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.dispatch.DispatchContext.DispatchCounters;
import io.cdpsim.gpu.dispatch.DispatchContext.DispatchDevice;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.gpu.progress.ProgressMonitor;
import io.cdpsim.gpu.queue.CycleHeap;
import io.cdpsim.gpu.sampling.BlockSampler;
import io.cdpsim.gpu.sm.BlockBarriers;
import io.cdpsim.gpu.sm.BlockOwner;
import io.cdpsim.gpu.sm.Sm;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.memory.visibility.causality.BlockCausality;
import io.cdpsim.observe.DeviceEvents;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The resident blocks, from the dispatch of each to the end of its last warp, and the warps that run their threads. Objects of
 * ended blocks and warps are reused.
 */
public final class ResidentBlocks implements Agenda, BlockOwner {
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
    private final boolean drains;
    /** Blocks on the way to their SMs, in the order of their arrival. */
    private final ArrayDeque<Block> arriving = new ArrayDeque<>();

    private final Arrivals arrivals = new Arrivals();
    /** Blocks whose warps have all ended, by when they leave; of one cycle, the one on the SM with the lowest number first. */
    private final CycleHeap<Block> ending = new CycleHeap<>();

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
        drains = parts.profile().dispatch().storeDrainCycles() > 0;
        engine.attach(this);
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
        Sm runsIt = device.runs(block.block());
        if (runsIt.isTimed()) {
            takeWarps(block.block());
        }
        block.block().arrives(time + startCycles, device.grids().stackBytes());
        if (index == 0) {
            runsIt.accesses().gridStarts(time + startCycles, engine.now());
        }
        runsIt.awaits(block.block());
        arriving.add(block.block());
    }

    private ResidentBlock takeBlock(ResidentGrid grid) {
        if (!freeBlocks.isEmpty()) {
            return freeBlocks.remove(freeBlocks.size() - 1);
        }
        ResidentBlock block = new ResidentBlock(blocks.size(), grid);
        blocks.add(block);
        return block;
    }

    /** The turn of blocks that arrive: behind that of their SMs, which start the threads themselves where they can. */
    public Agenda arrivals() {
        return arrivals;
    }

    private final class Arrivals implements Agenda {
        @Override
        public long nextTime() {
            Block next = arriving.peekFirst();
            return next == null ? Long.MAX_VALUE : next.arrivesAt();
        }

        @Override
        public int pending() {
            return arriving.size();
        }

        @Override
        public void run(long now) {
            arrives(arriving.remove(), now);
        }
    }

    private void arrives(Block block, long now) {
        if (device.isFaulted()) {
            return;
        }
        watch.progressed();
        Grid grid = block.grid();
        Sm sm = sms.get(block.sm());
        sm.enter(now);
        sm.countClusterBlocks(block.cluster().isOneBlock() ? 0 : 1);
        events.blockPlaced(grid.number(), block.index(), block.sm(), now);
        if (sampler != null) {
            sampler.starts(block, now);
        }
        if (device.runs(block).starts(block)) {
            for (int i = 0; i < block.warpCount(); i++) {
                device.schedule(block.warp(i), now);
            }
        }
        engine.quiet();
    }

    /** {@inheritDoc} A checker watches them. Without time a block has warps while its threads run, so that few warps serve all blocks. */
    @Override
    public void blockStarts(Block block) {
        if (!block.hasWarps()) {
            takeWarps(block);
        }
        if (visibility != null) {
            BlockCausality watched = visibility.blockStarts(block.grid().node(), block.index(), block.warpCount());
            watched.shared(block.shared());
            block.watched(watched);
        }
    }

    private void takeWarps(Block block) {
        for (int i = 0; i < block.warpCount(); i++) {
            block.warp(i, takeWarp(block));
        }
        block.hasWarps(true);
    }

    private Warp takeWarp(Block block) {
        if (!freeWarps.isEmpty()) {
            return freeWarps.remove(freeWarps.size() - 1);
        }
        if (warpCount == warps.length) {
            warps = Arrays.copyOf(warps, 2 * warpCount);
        }
        Warp warp = new Warp(warpCount, block, sms.get(block.sm()).firstScheduler());
        warps[warpCount++] = warp;
        return warp;
    }

    @Override
    public void warpEnded(Warp warp, long time) {
        Block block = warp.block();
        Cluster cluster = block.cluster();
        if (cluster.warpEnds()) {
            device.openBarrier(cluster, time);
        }
        boolean isLast = endsOnSm(warp, time);
        warpsEnded(time - warp.startedAt());
        if (isLast) {
            blockEnded(block);
        }
    }

    @Override
    public boolean endsOnSm(Warp warp, long time) {
        warp.ends();
        warp.scheduler().removeWarp();
        Block block = warp.block();
        block.ranInLanes(warp.state().laneInstructions());
        // Without time, warps end ahead of the clock in any order. What follows a grid of device code was measured
        // behind stores and without, and comes as late.
        long drained = drains && block.grid().isFromHost() ? warp.drainedAt() : 0;
        block.ends(Math.max(Math.max(time, drained), block.endedAt()));
        if (block.endWarp() == 0) {
            return true;
        }
        barriers.warpEnded(block, time);
        return false;
    }

    @Override
    public void warpsEnded(long residentCycles) {
        watch.progressed();
        counters.warpResidentCycles += residentCycles;
    }

    @Override
    public void blockEnded(Block block) {
        Cluster cluster = block.cluster();
        cluster.leaves(block.rank());
        if (visibility != null && !cluster.isOneBlock()) {
            visibility.leavesCluster(block.watched(), block.neighbours());
        }
        if (!device.runs(block).isTimed()) {
            freeWarps(block);
        }
        addEnding(block);
    }

    private void addEnding(Block block) {
        ending.add(block.endedAt(), (long) block.sm() << Integer.SIZE | block.id(), block);
    }

    @Override
    public long nextTime() {
        return ending.size() == 0 ? Long.MAX_VALUE : ending.nextCycle() + endCycles;
    }

    @Override
    public int pending() {
        return ending.size();
    }

    @Override
    public void run(long now) {
        end(ending.remove(), now);
    }

    private void end(Block block, long now) {
        if (device.isFaulted()) {
            return;
        }
        ResidentBlock ended = block(block.id());
        ResidentGrid resident = ended.grid();
        long over = sampler == null ? now : sampler.ends(block, now);
        if (over > now) {
            // The next block takes the same warps, which the simulating machine's caches hold.
            freeWarps(block);
            block.ends(over - endCycles);
            addEnding(block);
            return;
        }
        freeWarps(block);
        sms.get(block.sm()).leave(now);
        sms.get(block.sm()).countClusterBlocks(block.cluster().isOneBlock() ? 0 : -1);
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
            engine.settle(now - 1);
            blockScheduler.gridLeaves(resident);
            device.gridEnds(grid, now);
            device.grids().gridBodyEnded(grid, now);
        } else if (grid.isSuspended()) {
            blockScheduler.suspended(resident);
        } else {
            engine.quiet();
        }
        blockScheduler.dispatch(now);
    }

    private void freeWarps(Block block) {
        if (!block.hasWarps()) {
            return;
        }
        for (int i = 0; i < block.warpCount(); i++) {
            Warp warp = block.warp(i);
            warp.becomesFree();
            freeWarps.add(warp);
        }
        block.hasWarps(false);
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

        ResidentBlock(int id, ResidentGrid grid) {
            this.block = new Block(id, grid.grid());
            this.grid = grid;
        }

        /** Reuses the object for the block with an index of a grid, and places it on an SM. */
        void start(ResidentGrid newGrid, long index, int sm) {
            grid = newGrid;
            leaving = false;
            swapInRequested = false;
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
