package io.cdpsim.gpu.sm;

/** The breakdown of a warp's time since its last report. Time in no category was spent computing. */
final class WarpTimeBreakdown {
    /** Cycle up to which the time is accounted for. */
    long at;

    /** Cycle at which the results that the warp has computed so far are ready. */
    long computedUntil;

    long memory;
    long calls;
    long room;

    /** What the warp may have to wait for at its current instruction. */
    Wait wait = Wait.NOTHING;

    /** What a warp may wait for, reported when it continues. */
    enum Wait {
        NOTHING,
        BARRIER,
        CALL,
        ROOM
    }

    /** The warp starts with threads of a block. */
    void start(long now) {
        at = now;
        computedUntil = now;
        wait = Wait.NOTHING;
        clear();
    }

    /** The accounted time has been reported. */
    void clear() {
        memory = 0;
        calls = 0;
        room = 0;
    }

    /** The warp's block was swapped out, and returns now. */
    void waitedForResources() {
        if (wait == Wait.NOTHING) {
            wait = Wait.ROOM;
        }
    }
}
