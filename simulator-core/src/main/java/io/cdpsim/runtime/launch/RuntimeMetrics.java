package io.cdpsim.runtime.launch;

/** What the runtime of a device has been asked for and has done. */
public final class RuntimeMetrics {
    public long childLaunches;
    public long failedLaunches;
    long gridsRun;

    public RuntimeMetrics() {}

    /** Launches that device code asked for, failed ones included. */
    public long childLaunches() {
        return childLaunches;
    }

    /** Launches by device code that failed: those grids never ran. */
    public long failedLaunches() {
        return failedLaunches;
    }

    /** Grids that ran, those of the host included. */
    public long gridsRun() {
        return gridsRun;
    }
}
