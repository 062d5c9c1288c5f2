package io.cdpsim.runtime.launch;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the runtime of a device has been asked for and has done. */
public final class RuntimeMetrics {
    public long childLaunches;
    private final SortedMap<Integer, Long> failedByCode = new TreeMap<>();
    private final SortedMap<Integer, Long> refusedByPool = new TreeMap<>();
    private long failedLaunches;
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

    /** A launch by device code failed with an error of this number, for want of a place in the pool or for another reason. */
    public void launchFailed(int errorCode, boolean poolWasFull) {
        failedLaunches++;
        (poolWasFull ? refusedByPool : failedByCode).merge(errorCode, 1L, Long::sum);
    }

    /** How many launches by device code found no place in the pool, by CUDA's number of the error that they got. */
    public SortedMap<Integer, Long> refusedByPool() {
        return Collections.unmodifiableSortedMap(refusedByPool);
    }

    /** How many launches by device code failed for other reasons, by CUDA's number of the error. */
    public SortedMap<Integer, Long> failedByCode() {
        return Collections.unmodifiableSortedMap(failedByCode);
    }

    /** Grids that ran, those of the host included. */
    public long gridsRun() {
        return gridsRun;
    }
}
