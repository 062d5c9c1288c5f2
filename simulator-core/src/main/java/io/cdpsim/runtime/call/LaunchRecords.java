package io.cdpsim.runtime.call;

import io.cdpsim.gpu.Gpu;
import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.runtime.launch.GridTable;
import java.util.ArrayList;
import java.util.List;

/**
 * The outstanding launches of each block in CDP1, for which its device synchronisation and its completion wait (rule NEST-2). A
 * synchronisation waits for all launches by any thread of the block before the call, and not for later ones (rules SYNC-1,
 * SYNC-2; P-10).
 */
public final class LaunchRecords {
    /** A warp in a synchronisation. It waits for the launches up to a number that were outstanding at the call. */
    private static final class Waiter {
        private final Warp warp;
        private final long lastNumber;
        private int remaining;

        Waiter(Warp warp, long lastNumber, int remaining) {
            this.warp = warp;
            this.lastNumber = lastNumber;
            this.remaining = remaining;
        }
    }

    private static final class Launched {
        private int outstanding;
        private long lastNumber;
        private boolean blockEnded;
        private Block block;
        private long grid;
        private long blockIndex;
        /** Created by the first waiting warp: most blocks of a launch bomb only launch. */
        private List<Waiter> waiting = List.of();

        Launched(Block block) {
            use(block);
        }

        private void use(Block newBlock) {
            block = newBlock;
            grid = newBlock.grid().number();
            blockIndex = newBlock.index();
        }
    }

    private final ReportedTime reported;
    private final DeviceEvents events;
    private final Gpu gpu;
    private final GridTable grids;
    private final boolean needed;
    private final List<Launched> records = new ArrayList<>();
    private final List<Integer> free = new ArrayList<>();

    /** No records. The table remains empty if the version has no device synchronisation. */
    LaunchRecords(DeviceContext device, GridTable grids, ReportedTime reported) {
        this.reported = reported;
        this.grids = grids;
        events = device.events();
        gpu = device.gpu();
        needed = device.rules().supports(DeviceCall.DEVICE_SYNCHRONIZE);
    }

    public void launched(Block block, int entry) {
        // Rule NEST-3: CDP2 does not track the launches of blocks.
        if (!needed) {
            return;
        }
        if (block.launchRecord() == 0) {
            block.launchRecord(add(block));
        }
        grids.launchRecord(entry, block.launchRecord());
        Launched record = get(block.launchRecord());
        record.outstanding++;
        record.lastNumber = grids.number(entry);
    }

    private int add(Block block) {
        if (free.isEmpty()) {
            records.add(new Launched(block));
            return records.size();
        }
        int id = free.remove(free.size() - 1);
        Launched record = get(id);
        record.outstanding = 0;
        record.blockEnded = false;
        record.use(block);
        return id;
    }

    private Launched get(int id) {
        return records.get(id - 1);
    }

    /** Whether the block has no outstanding launches. */
    public boolean isIdle(Block block) {
        return block.launchRecord() == 0 || get(block.launchRecord()).outstanding == 0;
    }

    /**
     * Makes a warp wait for all launches of its block so far, by any thread and into any stream (rules SYNC-1, SYNC-8, SYNC-9).
     * Other warps of the block may wait at the same time (rule SYNC-3).
     */
    public void await(Warp warp) {
        Launched record = get(warp.block().launchRecord());
        if (record.waiting.isEmpty()) {
            record.waiting = new ArrayList<>();
        }
        record.waiting.add(new Waiter(warp, record.lastNumber, record.outstanding));
        if (record.waiting.size() == 1) {
            gpu.synchronizes(warp.block());
        }
    }

    /** Completes the launch of a block with a number. */
    public void completed(int id, long number, long resumeAt) {
        Launched record = get(id);
        record.outstanding--;
        if (!record.waiting.isEmpty()) {
            for (Waiter waiter : record.waiting) {
                // Rule SYNC-2: launches after the call do not count.
                if (number <= waiter.lastNumber && --waiter.remaining == 0) {
                    // Rules MEM-4, MEM-10 and SYNC-4: from now on the writes of the grids are visible to the caller.
                    record.block.grid().invalidateTextures();
                    gpu.resume(waiter.warp, resumeAt);
                }
            }
            record.waiting.removeIf(waiter -> waiter.remaining == 0);
            if (record.waiting.isEmpty()) {
                gpu.synchronizationEnds(record.block);
            }
        }
        // Rule NEST-2.
        if (record.outstanding == 0 && record.blockEnded) {
            events.blockCompleted(record.grid, record.blockIndex, reported.now());
            free.add(id);
        }
    }

    /** All threads of a block have exited. */
    public void blockEnded(Block block) {
        if (!needed) {
            return;
        }
        int id = block.launchRecord();
        if (id != 0) {
            get(id).blockEnded = true;
        }
        if (isIdle(block)) {
            events.blockCompleted(block.grid().number(), block.index(), reported.now());
            if (id != 0) {
                free.add(id);
            }
        }
    }
}
