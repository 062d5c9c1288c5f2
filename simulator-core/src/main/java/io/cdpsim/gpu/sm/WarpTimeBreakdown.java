package io.cdpsim.gpu.sm;

/** What the time of a warp goes into since it was last told of. What stands nowhere here was computing. */
final class WarpTimeBreakdown {
    /** Up to when the time is accounted for. */
    long at;

    /** Until when what the warp has computed so far is on its way. */
    long computedUntil;

    long memory;
    long calls;
    long room;

    /** What the warp has come to and may have to wait at. */
    Wait wait = Wait.NOTHING;

    /** What a warp may wait for, to be told when it goes on. */
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

    /** All that was accounted for has been told. */
    void clear() {
        memory = 0;
        calls = 0;
        room = 0;
    }

    /** The warp's block was swapped out, and comes back now. */
    void waitedForRoom() {
        if (wait == Wait.NOTHING) {
            wait = Wait.ROOM;
        }
    }
}
