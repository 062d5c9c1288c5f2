package io.cdpsim.gpu.dispatch;

import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.dispatch.DispatchContext.DispatchCounters;
import io.cdpsim.gpu.dispatch.DispatchContext.DispatchDevice;
import io.cdpsim.gpu.dispatch.ResidentBlocks.ResidentBlock;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.gpu.progress.ProgressMonitor;
import io.cdpsim.gpu.sm.Sm;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.profile.GpuProfile;
import java.util.List;

/** Swaps blocks that wait in a device synchronization out of their SM and in again (rule SYNC-6). */
final class BlockSwapper {
    private final GpuProfile profile;
    private final Engine engine;
    private final DispatchDevice device;
    private final List<Sm> sms;
    private final DeviceEvents events;
    private final ProgressMonitor watch;
    private final BlockScheduler scheduler;
    private final SmAllocator freeSms;
    private final ResidentBlocks blocks;
    private final DispatchCounters counters;
    private final int swappedOutEvent;
    private final int swappedInEvent;

    BlockSwapper(
            DispatchContext parts,
            BlockScheduler scheduler,
            SmAllocator freeSms,
            ResidentBlocks blocks,
            DispatchCounters counters) {
        profile = parts.profile();
        engine = parts.engine();
        device = parts.device();
        sms = parts.sms();
        events = parts.events();
        watch = parts.watch();
        this.scheduler = scheduler;
        this.freeSms = freeSms;
        this.blocks = blocks;
        this.counters = counters;
        swappedOutEvent = engine.register(this::swappedOut);
        swappedInEvent = engine.register(this::swappedIn);
    }

    /** Swaps a block out. */
    void swapOut(ResidentBlock resident, long now) {
        Block block = resident.block();
        block.swappedOut(true);
        resident.leaving = true;
        counters.blocksSwappedOut++;
        events.blockSwappedOut(block.grid().number(), block.index(), block.sm(), now);
        engine.schedule(now + swapCycles(resident), swappedOutEvent, block.id());
    }

    private void swappedOut(long now, long id) {
        if (device.isFaulted()) {
            return;
        }
        ResidentBlock resident = blocks.block(id);
        Block block = resident.block();
        sms.get(block.sm()).leave(now);
        for (int i = 0; i < block.warpCount(); i++) {
            if (block.warp(i).status() != Warp.Status.DONE) {
                block.warp(i).scheduler().removeWarp();
            }
        }
        freeSms.giveBack(block.sm(), resident.need());
        resident.leaving = false;
        Grid grid = block.grid();
        grid.swap(1);
        if (grid.isSuspended()) {
            scheduler.suspended(resident.grid());
        }
        watch.progressed();
        if (resident.swapInRequested) {
            resident.swapInRequested = false;
            scheduler.comesBack(resident, now);
        } else {
            scheduler.dispatch(now);
        }
    }

    /** Swaps a block in. */
    void swapIn(ResidentBlock resident, int sm, long now) {
        Block block = resident.block();
        Grid grid = block.grid();
        if (grid.isSuspended()) {
            scheduler.gridEnters(resident.grid());
        }
        grid.swap(-1);
        freeSms.take(sm, resident.need());
        block.moveTo(sm);
        events.blockSwappedIn(grid.number(), block.index(), sm, now);
        long there = now + swapCycles(resident);
        sms.get(sm).awaits(there);
        engine.schedule(there, swappedInEvent, block.id());
    }

    private void swappedIn(long now, long id) {
        if (device.isFaulted()) {
            return;
        }
        Block block = blocks.block(id).block();
        Sm sm = sms.get(block.sm());
        sm.comesBack(now);
        block.swappedOut(false);
        watch.progressed();
        for (int i = 0; i < block.warpCount(); i++) {
            Warp warp = block.warp(i);
            if (warp.status() != Warp.Status.DONE) {
                warp.scheduler(sm.takeScheduler());
            }
            if (warp.isParked()) {
                warp.parked(false);
                device.schedule(warp, now);
            }
        }
    }

    private long swapCycles(ResidentBlock resident) {
        FreeSmResources.Need need = resident.need();
        double bytes = 4.0 * need.registers() + need.sharedBytes();
        double bytesPerSecond = Math.max(1, profile.launch().swapBandwidth().bytesPerSecond());
        return profile.launch().swapFixedCycles()
                + Math.round(bytes / bytesPerSecond * profile.clock().coreHertz());
    }
}
