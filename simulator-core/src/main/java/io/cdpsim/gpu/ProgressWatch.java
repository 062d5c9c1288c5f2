package io.cdpsim.gpu;

import io.cdpsim.engine.Engine;

/**
 * Finds out that nothing can happen any more although threads still run: every running warp comes back to a state it has been in, and
 * nothing has changed in memory, on the device or on the host in the meantime.
 *
 * <p>Watching costs something, so it begins only after a long time without progress. A loop that counts or reads the clock never comes
 * back to the same state and is not taken for stuck.
 */
public final class ProgressWatch {
    private static final long PATIENCE_CYCLES = 2_000_000;

    private final Engine engine;
    private final int checkEvent;
    private long lastProgress;
    private boolean watching;
    private boolean stuck;
    private boolean checkScheduled;
    private int warpsSeenAgain;
    private long epoch;
    private int warpEvents;

    /** Watches all devices that an engine drives. */
    public ProgressWatch(Engine engine) {
        this.engine = engine;
        this.checkEvent = engine.register((now, argument) -> check(now));
    }

    /** A warp's step was put into the event queue. */
    void warpScheduled() {
        warpEvents++;
    }

    /** A warp's step was taken out of the event queue. */
    void warpStepped() {
        warpEvents--;
    }

    /** Memory, a device or the host changed. */
    public void progressed() {
        lastProgress = engine.now();
        if (watching) {
            watching = false;
            stuck = false;
        }
        if (!checkScheduled) {
            checkScheduled = true;
            engine.schedule(lastProgress + PATIENCE_CYCLES, checkEvent, 0);
        }
    }

    private void check(long now) {
        checkScheduled = false;
        if (warpEvents == 0) {
            return;
        }
        if (now - lastProgress >= PATIENCE_CYCLES) {
            watching = true;
            epoch++;
            warpsSeenAgain = 0;
        }
        checkScheduled = true;
        engine.schedule(Math.max(now, lastProgress) + PATIENCE_CYCLES, checkEvent, 0);
    }

    boolean isWatching() {
        return watching;
    }

    /** Whether all threads only repeat themselves, and nothing is on its way that could change that. */
    public boolean stuck() {
        return stuck;
    }

    /** A warp is about to jump back. @return whether it stops for good, since everything is stuck */
    boolean loopsBack(Warp warp) {
        long fingerprint = warp.state().fingerprint();
        if (warp.watchEpoch != epoch) {
            warp.watchEpoch = epoch;
            warp.watchFingerprint = fingerprint;
            warp.seenAgain = false;
        } else if (!warp.seenAgain && warp.watchFingerprint == fingerprint) {
            warp.seenAgain = true;
            warpsSeenAgain++;
        }
        // Besides this warp, all others that run have an event each; the watch's own check is the only other one.
        boolean onlyWarps = engine.pending() == warpEvents + (checkScheduled ? 1 : 0);
        if (warpsSeenAgain == warpEvents + 1 && onlyWarps) {
            stuck = true;
        }
        return stuck;
    }
}
