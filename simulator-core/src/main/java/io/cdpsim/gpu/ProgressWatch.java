package io.cdpsim.gpu;

import io.cdpsim.engine.Engine;
import org.jspecify.annotations.Nullable;

/**
 * Finds out that nothing can happen any more although threads still run: every running warp comes back to a state it has been in, and
 * nothing has changed in memory, on the device or on the host in the meantime.
 *
 * <p>Watching costs something, so it begins only after a long time without progress. A loop that counts or reads the clock never comes
 * back to the same state and is not taken for stuck.
 */
final class ProgressWatch {
    private static final long PATIENCE_CYCLES = 2_000_000;

    private final Engine engine;
    private final Gpu gpu;
    private final int checkEvent;
    private long lastProgress;
    private boolean watching;
    private boolean stuck;
    private boolean checkScheduled;
    private int warpsSeenAgain;
    private long epoch;

    ProgressWatch(Engine engine, Gpu gpu) {
        this.engine = engine;
        this.gpu = gpu;
        this.checkEvent = engine.register((now, argument) -> check(now));
    }

    /** Memory, the device or the host changed. */
    void progressed() {
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
        if (gpu.runnableEvents() == 0) {
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

    boolean stuck() {
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
        boolean onlyWarps = engine.pending() == gpu.runnableEvents() + (checkScheduled ? 1 : 0);
        if (warpsSeenAgain == gpu.runnableEvents() + 1 && onlyWarps) {
            stuck = true;
        }
        return stuck;
    }

    /** The warp whose state repeats, if stuck. */
    @Nullable Warp example() {
        for (Warp warp : gpu.liveWarps()) {
            if (warp.seenAgain) {
                return warp;
            }
        }
        return null;
    }
}
