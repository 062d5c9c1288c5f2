package io.cdpsim.runtime;

import io.cdpsim.gpu.Block;
import io.cdpsim.gpu.Gpu;
import io.cdpsim.gpu.Warp;
import java.util.ArrayList;
import java.util.List;

/** What each block has launched that is not complete, for the device synchronisation of CDP1 (rule SYNC-1). */
final class LaunchRecords {
    private static final class Launched {
        private int outstanding;
        private boolean blockEnded;
        private Block block;
        private final List<Warp> waiting = new ArrayList<>();

        Launched(Block block) {
            this.block = block;
        }
    }

    private final Gpu gpu;
    private final GridTable grids;
    private final boolean needed;
    private final List<Launched> records = new ArrayList<>();
    private final List<Integer> free = new ArrayList<>();

    /** No records; none are kept where the version has no device synchronisation. */
    LaunchRecords(Gpu gpu, GridTable grids, boolean needed) {
        this.gpu = gpu;
        this.grids = grids;
        this.needed = needed;
    }

    void launched(Block block, int entry) {
        if (!needed) {
            return;
        }
        if (block.launchRecord() == 0) {
            block.launchRecord(add(block));
        }
        grids.launchRecord(entry, block.launchRecord());
        get(block.launchRecord()).outstanding++;
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
        record.block = block;
        return id;
    }

    private Launched get(int id) {
        return records.get(id - 1);
    }

    /** Whether nothing the block has launched is left. */
    boolean isIdle(Block block) {
        return block.launchRecord() == 0 || get(block.launchRecord()).outstanding == 0;
    }

    /** A warp waits until nothing the block has launched is left. */
    void await(Warp warp) {
        Launched record = get(warp.block().launchRecord());
        record.waiting.add(warp);
        if (record.waiting.size() == 1) {
            gpu.synchronizes(warp.block());
        }
    }

    /** A launch of a block is complete. */
    void completed(int id, long resumeAt) {
        Launched record = get(id);
        record.outstanding--;
        if (record.outstanding == 0 && !record.waiting.isEmpty()) {
            for (Warp warp : record.waiting) {
                gpu.resume(warp, resumeAt);
            }
            record.waiting.clear();
            record.block.grid().invalidateTextures();
            gpu.synchronizationEnds(record.block);
        }
        if (record.outstanding == 0 && record.blockEnded) {
            free.add(id);
        }
    }

    /** All threads of a block have exited. */
    void blockEnded(Block block) {
        int id = block.launchRecord();
        if (id != 0) {
            Launched record = get(id);
            record.blockEnded = true;
            if (record.outstanding == 0) {
                free.add(id);
            }
        }
    }
}
