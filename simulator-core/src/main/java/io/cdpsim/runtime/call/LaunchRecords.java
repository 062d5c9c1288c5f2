package io.cdpsim.runtime.call;

import io.cdpsim.gpu.Gpu;
import io.cdpsim.gpu.sm.Block;
import io.cdpsim.gpu.sm.Warp;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.runtime.launch.GridTable;
import java.util.ArrayList;
import java.util.List;

/**
 * What each block of CDP1 has launched that is not complete: what its device synchronisation waits for, and its end (rule NEST-2). A
 * synchronisation waits for what the block has launched up to the call, whichever thread it was, and not for what is launched while it waits
 * (rules SYNC-1, SYNC-2; P-10).
 */
public final class LaunchRecords {
    /** A warp in a synchronisation: it waits for the launches up to a number that were not complete when it called. */
    private static final class Waiter {
        private final Warp warp;
        private final long upTo;
        private int left;

        Waiter(Warp warp, long upTo, int left) {
            this.warp = warp;
            this.upTo = upTo;
            this.left = left;
        }
    }

    private static final class Launched {
        private int outstanding;
        private long lastNumber;
        private boolean blockEnded;
        private Block block;
        private long grid;
        private long blockIndex;
        /** Made when somebody waits: most blocks of a launch bomb only launch. */
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

    /** No records; none are kept where the version has no device synchronisation. */
    LaunchRecords(DeviceContext device, GridTable grids, ReportedTime reported) {
        this.reported = reported;
        this.grids = grids;
        events = device.events();
        gpu = device.gpu();
        needed = device.rules().offers(DeviceCall.DEVICE_SYNCHRONIZE);
    }

    public void launched(Block block, int entry) {
        // Rule NEST-3: CDP2 has no account of blocks.
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

    /** Whether nothing the block has launched is left. */
    public boolean isIdle(Block block) {
        return block.launchRecord() == 0 || get(block.launchRecord()).outstanding == 0;
    }

    /**
     * A warp waits until nothing is left of what its block has launched so far, whichever thread it was and into whichever stream (rules
     * SYNC-1, SYNC-8, SYNC-9). Others of the block may wait beside it (rule SYNC-3).
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

    /** The launch with the given number, made by a block, is complete. */
    public void completed(int id, long number, long resumeAt) {
        Launched record = get(id);
        record.outstanding--;
        if (!record.waiting.isEmpty()) {
            for (Waiter waiter : record.waiting) {
                // Rule SYNC-2: what was posted after its call does not count.
                if (number <= waiter.upTo && --waiter.left == 0) {
                    // Rules MEM-4, MEM-10 and SYNC-4: from here on the caller sees what the grids wrote.
                    record.block.grid().invalidateTextures();
                    gpu.resume(waiter.warp, resumeAt);
                }
            }
            record.waiting.removeIf(waiter -> waiter.left == 0);
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
