package io.cdpsim.gpu.progress;

import io.cdpsim.kernel.execution.LaneState;

/**
 * What an SM tells the {@link ProgressMonitor}. While the SM runs ahead beside other SMs it keeps this to itself, until the clock reaches what it
 * has simulated.
 */
public final class SmProgress {
    private final ProgressMonitor monitor;
    private boolean runsAhead;
    private int waitingWarps;
    private boolean progressed;

    public SmProgress(ProgressMonitor monitor) {
        this.monitor = monitor;
    }

    /** The SM starts or stops to run ahead. */
    public void runsAhead(boolean runs) {
        runsAhead = runs;
    }

    /** The clock has reached what the SM has simulated ahead: the monitor learns of it. */
    public void report() {
        monitor.warpsWait(waitingWarps);
        waitingWarps = 0;
        if (progressed) {
            progressed = false;
            monitor.progressed();
        }
    }

    /** A warp is scheduled to resume at a known cycle. */
    public void warpWaits() {
        if (runsAhead) {
            waitingWarps++;
        } else {
            monitor.warpsWait(1);
        }
    }

    /** A scheduled warp resumes. */
    public void warpResumes() {
        if (runsAhead) {
            waitingWarps--;
        } else {
            monitor.warpsWait(-1);
        }
    }

    /** Memory, a device or the host changed. */
    public void progressed() {
        if (runsAhead) {
            progressed = true;
        } else {
            monitor.progressed();
        }
    }

    /** Whether warps that jump back are compared with their recorded states; an SM does not run ahead then. */
    public boolean isWatching() {
        return monitor.isWatching();
    }

    /** A warp is about to jump back. @return whether it stops permanently, since the run makes no progress */
    public boolean loopsBack(LoopHistory history, LaneState state) {
        return monitor.loopsBack(history, state);
    }

    /** A warp is parked until a word that it reads changes. */
    public void parked(LoopHistory history) {
        monitor.parked(history);
    }

    /** Whether all threads only repeat their states and no operation in flight could change that. */
    public boolean stuck() {
        return monitor.stuck();
    }
}
