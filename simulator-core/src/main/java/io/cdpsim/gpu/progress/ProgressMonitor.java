package io.cdpsim.gpu.progress;

import io.cdpsim.engine.Engine;
import io.cdpsim.kernel.execution.LaneState;

/**
 * Finds out that nothing can happen any more although threads still run: every running warp comes back to a state it has been in, and
 * nothing has changed in memory, on the device or on the host in the meantime. What runs is deterministic, so it would go on like that
 * for ever.
 *
 * <p>Comparing states costs something, so the watch is kept only in windows, and the first starts after a time without progress. A window
 * ends when something changes, when its time is over, or when a warp has looped often without repeating itself: such a warp counts or
 * computes. Each window is twice as long as the one before, so a slow loop is found too, at a cost that stays a small part of the run. A
 * loop that counts never comes back to the same state, and one that reads the clock is never taken for a repetition.
 */
public final class ProgressMonitor {
    /** How long nothing must have changed before a window starts. Only a guess at what is worth a look: no result depends on it. */
    private static final long PATIENCE_CYCLES = 200_000;

    private static final long FIRST_WINDOW_CYCLES = 100_000;
    private static final long LONGEST_WINDOW_CYCLES = 1L << 50;
    private static final int FIRST_LOOPS = 32;
    private static final int MOST_LOOPS = 1 << 30;

    private final Engine engine;
    private final int checkEvent;
    private long lastProgress;
    private boolean watching;
    private boolean stuck;
    private boolean checkScheduled;
    private long windowCycles = FIRST_WINDOW_CYCLES;
    private int loopsOfWindow = FIRST_LOOPS;
    private int warpsSeenAgain;
    private long epoch;
    private int waitingWarps;
    private int smEvents;

    /** Watches all devices that an engine drives. */
    public ProgressMonitor(Engine engine) {
        this.engine = engine;
        this.checkEvent = engine.register((now, argument) -> check(now));
    }

    /** A warp will go on at a known cycle. */
    public void warpWaits() {
        waitingWarps++;
    }

    /** A warp goes on that waited for a cycle. */
    public void warpGoesOn() {
        waitingWarps--;
    }

    /** An event was put into the queue that lets the warps of an SM go on. */
    public void smScheduled() {
        smEvents++;
    }

    /** Such an event was taken out of the queue. */
    public void smGoesOn() {
        smEvents--;
    }

    /** Memory, a device or the host changed. */
    public void progressed() {
        lastProgress = engine.now();
        watching = false;
        stuck = false;
        if (!checkScheduled) {
            checkAt(lastProgress + PATIENCE_CYCLES);
        }
    }

    private void checkAt(long cycle) {
        checkScheduled = true;
        engine.schedule(cycle, checkEvent, 0);
    }

    private void check(long now) {
        checkScheduled = false;
        boolean wasWatching = watching;
        watching = false;
        if (waitingWarps == 0) {
            // Only what is already on its way can happen, and it will say so; or the queue runs dry.
            return;
        }
        if (now - lastProgress < PATIENCE_CYCLES) {
            windowCycles = FIRST_WINDOW_CYCLES;
            loopsOfWindow = FIRST_LOOPS;
            checkAt(lastProgress + PATIENCE_CYCLES);
        } else if (engine.pending() != smEvents) {
            // Something is on its way, such as a copy or the end of the host's own work.
            checkAt(now + PATIENCE_CYCLES);
        } else if (wasWatching) {
            checkAt(now + windowCycles);
            lengthenWindow();
        } else {
            watching = true;
            epoch++;
            warpsSeenAgain = 0;
            checkAt(now + windowCycles);
        }
    }

    /** When something last changed, cycles. */
    public long lastProgress() {
        return lastProgress;
    }

    /** Whether a window is open: warps that jump back are to be compared with what they were. */
    public boolean isWatching() {
        return watching;
    }

    /** Whether all threads only repeat themselves, and nothing is on its way that could change that. */
    public boolean stuck() {
        return stuck;
    }

    /** A warp is about to jump back. @return whether it stops for good, since everything is stuck */
    public boolean loopsBack(LoopHistory history, LaneState state) {
        if (history.window != epoch) {
            history.window = epoch;
            history.seenAgain = false;
            history.loops = 0;
            history.remember(state);
        } else if (!history.seenAgain) {
            compare(history, state);
        }
        // Besides what lets warps go on, the watch's own check is the only event.
        boolean onlyWarps = engine.pending() == smEvents + (checkScheduled ? 1 : 0);
        // Rule CONC-1: such a program is found out.
        stuck = warpsSeenAgain == waitingWarps + 1 && onlyWarps;
        return stuck;
    }

    /** A warp that was about to jump back has no event any more until something that it reads changes: it counts no longer. */
    public void parked(LoopHistory history) {
        if (watching && history.window == epoch && history.seenAgain) {
            history.window = 0;
            warpsSeenAgain--;
        }
    }

    private void compare(LoopHistory history, LaneState state) {
        history.loops++;
        if (history.isRepeatedBy(state)) {
            history.seenAgain = true;
            warpsSeenAgain++;
        } else if (history.loops > loopsOfWindow) {
            // This one does not repeat itself, so there is no need to look at the others any longer.
            watching = false;
            lengthenWindow();
        } else if (Integer.bitCount(history.loops) == 1) {
            // The state kept may lie before the circle: move it on, at growing distances (Brent's algorithm).
            history.remember(state);
        }
    }

    private void lengthenWindow() {
        windowCycles = Math.min(2 * windowCycles, LONGEST_WINDOW_CYCLES);
        loopsOfWindow = Math.min(2 * loopsOfWindow, MOST_LOOPS);
    }
}
