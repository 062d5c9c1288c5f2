package io.cdpsim.runtime;

import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.Block;
import io.cdpsim.gpu.Gpu;
import io.cdpsim.gpu.Warp;
import io.cdpsim.observe.ExecutionListener;
import java.util.ArrayList;
import java.util.List;

/** What each block of CDP1 has launched that is not complete: what its device synchronisation waits for (rule SYNC-1) and its end (rule NEST-2). */
final class LaunchRecords {
    private static final class Launched {
        private int outstanding;
        private boolean blockEnded;
        private Block block;
        private long grid;
        private long blockIndex;
        private final List<Warp> waiting = new ArrayList<>();

        Launched(Block block) {
            use(block);
        }

        private void use(Block newBlock) {
            block = newBlock;
            grid = newBlock.grid().number();
            blockIndex = newBlock.index();
        }
    }

    private final Engine engine;
    private final ExecutionListener listener;
    private final Gpu gpu;
    private final GridTable grids;
    private final boolean needed;
    private final List<Launched> records = new ArrayList<>();
    private final List<Integer> free = new ArrayList<>();

    /** No records; none are kept where the version has no device synchronisation. */
    LaunchRecords(Engine engine, Gpu gpu, GridTable grids, boolean needed, ExecutionListener listener) {
        this.engine = engine;
        this.listener = listener;
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
        record.use(block);
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
            listener.blockCompleted(record.grid, record.blockIndex, engine.now());
            free.add(id);
        }
    }

    /** All threads of a block have exited. */
    void blockEnded(Block block) {
        if (!needed) {
            return;
        }
        int id = block.launchRecord();
        if (id != 0) {
            get(id).blockEnded = true;
        }
        if (isIdle(block)) {
            listener.blockCompleted(block.grid().number(), block.index(), engine.now());
            if (id != 0) {
                free.add(id);
            }
        }
    }
}
