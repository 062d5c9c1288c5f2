package io.cdpsim.gpu.dispatch;

import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.Gpu;
import io.cdpsim.gpu.VisibilityFeed;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.gpu.sm.Block;
import io.cdpsim.gpu.sm.Sm;
import io.cdpsim.gpu.sm.Warp;
import io.cdpsim.gpu.sm.WarpScheduler;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The blocks that have an SM, from the dispatch of each to the end of its last warp, and the warps that run their threads. Blocks and
 * warps that have ended are used again.
 */
public final class ResidentBlocks {
    private final Gpu gpu;
    private final Engine engine;
    private final Sm[] sms;
    private final BlockScheduler blockScheduler;
    private final @Nullable VisibilityFeed visibility;
    private final int startCycles;
    private final int endCycles;
    private final int startEvent;
    private final int endEvent;
    private final List<Warp> warps = new ArrayList<>();
    private final List<Warp> freeWarps = new ArrayList<>();
    private final List<Block> blocks = new ArrayList<>();
    private final List<Block> freeBlocks = new ArrayList<>();

    public ResidentBlocks(Gpu gpu, Engine engine, Sm[] sms, BlockScheduler blockScheduler) {
        this.gpu = gpu;
        this.engine = engine;
        this.sms = sms;
        this.blockScheduler = blockScheduler;
        visibility = gpu.visibility();
        startCycles = gpu.profile().dispatch().blockStartCycles();
        endCycles = gpu.profile().dispatch().blockEndCycles();
        startEvent = engine.register(this::start);
        endEvent = engine.register(this::end);
    }

    Block block(long id) {
        return blocks.get((int) id);
    }

    public Warp warp(long id) {
        return warps.get((int) id);
    }

    /** Warps that have not ended. */
    public List<Warp> liveWarps() {
        List<Warp> live = new ArrayList<>();
        for (Warp warp : warps) {
            if (warp.status != Warp.Status.FREE && warp.status != Warp.Status.DONE) {
                live.add(warp);
            }
        }
        return live;
    }

    /** A block is sent to an SM. */
    void place(ResidentGrid grid, long index, Sm sm, long time) {
        Block block = takeBlock(grid);
        block.start(grid, index, sm.index());
        gpu.metrics().blocksPlaced++;
        engine.schedule(time + startCycles, startEvent, block.id());
    }

    private Block takeBlock(ResidentGrid grid) {
        if (!freeBlocks.isEmpty()) {
            return freeBlocks.remove(freeBlocks.size() - 1);
        }
        Block block = new Block(blocks.size(), grid);
        blocks.add(block);
        return block;
    }

    private void start(long now, long id) {
        if (gpu.isFaulted()) {
            return;
        }
        gpu.progressed();
        Block block = block(id);
        Sm sm = sms[block.sm()];
        sm.enter(now);
        if (visibility != null) {
            visibility.blockStarts(block);
        }
        gpu.listener().blockPlaced(block.grid().number(), block.index(), block.sm(), now);
        for (int i = 0; i < block.warpCount(); i++) {
            WarpScheduler scheduler = sm.takeScheduler();
            Warp warp = takeWarp(block, scheduler);
            block.warp(i, warp);
            warp.start(block, i, scheduler);
            warp.startedAt = now;
            gpu.schedule(warp, now);
        }
    }

    private Warp takeWarp(Block block, WarpScheduler scheduler) {
        if (!freeWarps.isEmpty()) {
            return freeWarps.remove(freeWarps.size() - 1);
        }
        Warp warp = new Warp(warps.size(), block, scheduler);
        warps.add(warp);
        return warp;
    }

    /** All threads of a warp have exited. */
    public void warpEnded(Warp warp, long time) {
        warp.status = Warp.Status.DONE;
        gpu.progressed();
        Block block = warp.block();
        gpu.metrics().warpResidentCycles += time - warp.startedAt;
        warp.scheduler.removeWarp();
        if (block.endWarp() == 0) {
            engine.schedule(Math.max(time, engine.now()) + endCycles, endEvent, block.id());
        } else {
            for (int rest = block.barriersOfAll(); rest != 0; rest &= rest - 1) {
                gpu.barriers().openIfComplete(block, Integer.numberOfTrailingZeros(rest), 0, time);
            }
        }
    }

    private void end(long now, long id) {
        if (gpu.isFaulted()) {
            return;
        }
        Block block = block(id);
        ResidentGrid resident = block.residentGrid();
        Sm sm = sms[block.sm()];
        sm.leave(now);
        sm.residency().giveBack(resident.need());
        for (int i = 0; i < block.warpCount(); i++) {
            Warp warp = block.warp(i);
            warp.status = Warp.Status.FREE;
            freeWarps.add(warp);
        }
        if (visibility != null) {
            visibility.blockEnds(block);
        }
        Grid grid = resident.grid();
        gpu.listener().blockEnded(grid.number(), block.index(), block.sm(), now);
        gpu.runtime().blockEnded(block, now);
        freeBlocks.add(block);
        gpu.progressed();
        if (grid.endOne()) {
            blockScheduler.gridLeaves(resident);
            gpu.runtime().gridBodyEnded(grid, now);
        } else if (grid.isSuspended()) {
            blockScheduler.suspended(resident);
        }
        blockScheduler.dispatch(now);
    }
}
