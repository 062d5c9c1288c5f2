package io.cdpsim.runtime.launch;

/** Numbers the grids, copies and waits of a run in the order in which they are posted, on whichever device. */
public final class GridNumbers {
    private long last;

    /** No number has been given yet; the first is 1. */
    public GridNumbers() {}

    long next() {
        return ++last;
    }
}
