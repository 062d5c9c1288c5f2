package io.cdpsim.runtime.launch;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts of the launches and grids of a device. */
public final class RuntimeMetrics {
    public long childLaunches;
    private final SortedMap<Integer, Long> failedByCode = new TreeMap<>();
    private final SortedMap<Integer, Long> refusedByPool = new TreeMap<>();
    private long failedLaunches;
    long gridsRun;

    public RuntimeMetrics() {}

    /** Launches by device code, failed ones included. */
    public long childLaunches() {
        return childLaunches;
    }

    /** Failed launches by device code; their grids never ran. */
    public long failedLaunches() {
        return failedLaunches;
    }

    /**
     * Counts a failed launch by device code.
     *
     * @param errorCode CUDA's number of the error
     * @param poolWasFull whether it failed because the pool was full
     */
    public void launchFailed(int errorCode, boolean poolWasFull) {
        failedLaunches++;
        (poolWasFull ? refusedByPool : failedByCode).merge(errorCode, 1L, Long::sum);
    }

    /** The number of launches by device code that failed because the pool was full, by CUDA's number of the error. */
    public SortedMap<Integer, Long> refusedByPool() {
        return Collections.unmodifiableSortedMap(refusedByPool);
    }

    /** The number of launches by device code that failed for other reasons, by CUDA's number of the error. */
    public SortedMap<Integer, Long> failedByCode() {
        return Collections.unmodifiableSortedMap(failedByCode);
    }

    /** Grids that ran, including grids of the host. */
    public long gridsRun() {
        return gridsRun;
    }
}
