package io.cdpsim.gpu.progress;

import io.cdpsim.engine.Engine;
import io.cdpsim.kernel.execution.LaneState;

/**
 * Detects livelock: every running warp returns to an earlier state, and
 * nothing has changed in memory, on the device or on the host in between. Simulation is deterministic, so the run would repeat
 * this forever.
 *
 * <p>Comparing states is costly, so the monitor compares only in windows, the first of which starts after a time without progress. A window
 * ends when something changes, when its time is over, or when a warp has looped often without repeating a state: such a warp counts or
 * computes. Each window is twice as long as the one before, so slow loops are detected too, at a cost that is a small part of the run. A
 * loop that counts never repeats a state, and a loop that reads the clock is never taken for a repetition.
 */
public final class ProgressMonitor {
    /** How long nothing must change before a window starts. A heuristic: no result depends on it. */
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
    private int repeatingWarps;
    private long epoch;
    private int waitingWarps;

    /** Monitors all devices of an engine. */
    public ProgressMonitor(Engine engine) {
        this.engine = engine;
        this.checkEvent = engine.register((now, argument) -> check(now));
    }

    /** Warps are scheduled to resume at a known cycle; a negative number resumes. */
    void warpsWait(int change) {
        waitingWarps += change;
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
            // Only operations in flight can happen, and they report themselves; or the queue runs empty.
            return;
        }
        if (now - lastProgress < PATIENCE_CYCLES) {
            windowCycles = FIRST_WINDOW_CYCLES;
            loopsOfWindow = FIRST_LOOPS;
            checkAt(lastProgress + PATIENCE_CYCLES);
        } else if (engine.pending() != 0) {
            // An operation is in flight, such as a copy or host work.
            checkAt(now + PATIENCE_CYCLES);
        } else if (wasWatching) {
            checkAt(now + windowCycles);
            lengthenWindow();
        } else {
            watching = true;
            epoch++;
            repeatingWarps = 0;
            checkAt(now + windowCycles);
        }
    }

    /** Cycle of the last change. */
    public long lastProgress() {
        return lastProgress;
    }

    /** Whether a window is open: warps that jump back are compared with their recorded states. */
    public boolean isWatching() {
        return watching;
    }

    /** Whether all threads only repeat their states and no operation in flight could change that. */
    public boolean stuck() {
        return stuck;
    }

    /** A warp is about to jump back. @return whether it stops permanently, since the run makes no progress */
    public boolean loopsBack(LoopHistory history, LaneState state) {
        if (history.window != epoch) {
            history.window = epoch;
            history.repeats = false;
            history.loops = 0;
            history.remember(state);
        } else if (!history.repeats) {
            compare(history, state);
        }
        // Besides resumes of warps, the monitor's own check is the only event.
        boolean onlyWarps = engine.pending() == (checkScheduled ? 1 : 0);
        // Rule CONC-1: such a program is reported.
        stuck = repeatingWarps == waitingWarps + 1 && onlyWarps;
        return stuck;
    }

    /** A parked warp has no event until a word that it reads changes, so it no longer counts. */
    public void parked(LoopHistory history) {
        if (watching && history.window == epoch && history.repeats) {
            history.window = 0;
            repeatingWarps--;
        }
    }

    private void compare(LoopHistory history, LaneState state) {
        history.loops++;
        if (history.isRepeatedBy(state)) {
            history.repeats = true;
            repeatingWarps++;
        } else if (history.loops > loopsOfWindow) {
            // This warp does not repeat a state, so the others need not be compared.
            watching = false;
            lengthenWindow();
        } else if (Integer.bitCount(history.loops) == 1) {
            // The recorded state may precede the cycle: move it forward, at growing distances (Brent's algorithm).
            history.remember(state);
        }
    }

    private void lengthenWindow() {
        windowCycles = Math.min(2 * windowCycles, LONGEST_WINDOW_CYCLES);
        loopsOfWindow = Math.min(2 * loopsOfWindow, MOST_LOOPS);
    }
}
