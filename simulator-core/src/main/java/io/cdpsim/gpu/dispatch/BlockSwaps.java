package io.cdpsim.gpu.dispatch;

import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.Gpu;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.gpu.sm.Block;
import io.cdpsim.gpu.sm.Sm;
import io.cdpsim.gpu.sm.Warp;

/** Takes blocks that wait in a device synchronisation off their SM, and brings them back (rule SYNC-6). */
public final class BlockSwaps {
    private final Gpu gpu;
    private final Engine engine;
    private final Sm[] sms;
    private final BlockScheduler scheduler;
    private final int swappedOutEvent;
    private final int swappedInEvent;

    public BlockSwaps(Gpu gpu, Engine engine, Sm[] sms, BlockScheduler scheduler) {
        this.gpu = gpu;
        this.engine = engine;
        this.sms = sms;
        this.scheduler = scheduler;
        swappedOutEvent = engine.register(this::swappedOut);
        swappedInEvent = engine.register(this::swappedIn);
    }

    /** Takes a block off its SM. */
    void swapOut(Block block, long now) {
        block.swappedOut = true;
        block.leaving = true;
        gpu.metrics().blocksSwappedOut++;
        gpu.listener().blockSwappedOut(block.grid().number(), block.index(), block.sm(), now);
        engine.schedule(now + swapCycles(block), swappedOutEvent, block.id());
    }

    private void swappedOut(long now, long id) {
        if (gpu.isFaulted()) {
            return;
        }
        Block block = gpu.blocks().block(id);
        Sm sm = sms[block.sm()];
        sm.leave(now);
        for (int i = 0; i < block.warpCount(); i++) {
            if (block.warp(i).status != Warp.Status.DONE) {
                block.warp(i).scheduler.removeWarp();
            }
        }
        sm.residency().giveBack(block.residentGrid().need());
        block.leaving = false;
        Grid grid = block.grid();
        grid.swap(1);
        if (grid.isSuspended()) {
            scheduler.suspended(block.residentGrid());
        }
        gpu.progressed();
        if (block.wantedBack) {
            block.wantedBack = false;
            scheduler.comesBack(block, now);
        } else {
            scheduler.dispatch(now);
        }
    }

    /** Brings a block back onto an SM. */
    void swapIn(Block block, Sm sm, long now) {
        Grid grid = block.grid();
        if (grid.isSuspended()) {
            scheduler.gridEnters(block.residentGrid());
        }
        grid.swap(-1);
        sm.residency().take(block.residentGrid().need());
        block.moveTo(sm.index());
        engine.schedule(now + swapCycles(block), swappedInEvent, block.id());
    }

    private void swappedIn(long now, long id) {
        if (gpu.isFaulted()) {
            return;
        }
        Block block = gpu.blocks().block(id);
        Sm sm = sms[block.sm()];
        sm.enter(now);
        block.swappedOut = false;
        gpu.progressed();
        for (int i = 0; i < block.warpCount(); i++) {
            Warp warp = block.warp(i);
            if (warp.status != Warp.Status.DONE) {
                warp.scheduler = sm.takeScheduler();
            }
            if (warp.parked) {
                warp.parked = false;
                gpu.schedule(warp, Math.max(now, warp.operandsReady(warp.next())));
            }
        }
    }

    private long swapCycles(Block block) {
        SmResidency.Need need = block.residentGrid().need();
        double bytes = 4.0 * need.registers() + need.sharedBytes();
        double bytesPerSecond = Math.max(1, gpu.profile().launch().swapBytesPerSecond());
        return gpu.profile().launch().swapFixedCycles()
                + Math.round(bytes / bytesPerSecond * gpu.profile().clock().coreHertz());
    }
}
