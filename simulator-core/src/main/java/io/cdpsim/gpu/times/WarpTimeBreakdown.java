package io.cdpsim.gpu.times;

import io.cdpsim.kernel.code.Instruction;
import org.jspecify.annotations.Nullable;

/** The breakdown of a warp's time since its last report. Time in no category was spent computing. */
public final class WarpTimeBreakdown {
    /** Cycle up to which the time is accounted for. */
    long at;

    /** Cycle at which the results that the warp has computed so far are ready. */
    long computedUntil;

    long memory;
    long calls;
    long room;

    /** What the warp may have to wait for at its current instruction. */
    Wait wait = Wait.NOTHING;

    /** The call that it makes or has made last, none at first. */
    @Nullable
    Instruction call;

    /** What a warp may wait for, reported when it continues. */
    enum Wait {
        NOTHING,
        BARRIER,
        CALL,
        ROOM
    }

    /** The warp that the next report names. */
    long grid;

    long block;
    int warp;

    /** The warp starts with threads of a block at a cycle. */
    public void start(long newGrid, long newBlock, int indexInBlock, long now) {
        grid = newGrid;
        block = newBlock;
        warp = indexInBlock;
        at = now;
        computedUntil = now;
        wait = Wait.NOTHING;
        clear();
    }

    /** Cycle up to which the time is accounted for. */
    public long accountedUntil() {
        return at;
    }

    /** Time that it has waited for memory, cycles. */
    public long memoryCycles() {
        return memory;
    }

    /** The accounted time has been reported. */
    void clear() {
        memory = 0;
        calls = 0;
        room = 0;
    }

    /** The warp's block was swapped out, and returns now. */
    public void waitedForResources() {
        if (wait == Wait.NOTHING) {
            wait = Wait.ROOM;
        }
    }
}
