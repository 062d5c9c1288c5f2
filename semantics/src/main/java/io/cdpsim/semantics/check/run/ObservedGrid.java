package io.cdpsim.semantics.check.run;

/**
 * A grid of an observed run.
 *
 * @param number from 1, in launch order
 * @param parent number of the parent grid, 0 for the host
 * @param kernel name of the kernel
 * @param depth nesting depth, 0 for a grid of the host
 * @param startCycle when an SM got its first block; -1 if none did
 * @param endCycle when all its threads had exited; -1 if they have not
 * @param completionCycle when it and its descendants were complete; -1 if they are not
 */
public record ObservedGrid(
        long number, long parent, String kernel, int depth, long startCycle, long endCycle, long completionCycle) {
    private static final long NEVER = -1;

    static ObservedGrid posted(long number, long parent, String kernel, int depth) {
        return new ObservedGrid(number, parent, kernel, depth, NEVER, NEVER, NEVER);
    }

    ObservedGrid started(long cycle) {
        return new ObservedGrid(number, parent, kernel, depth, cycle, endCycle, completionCycle);
    }

    ObservedGrid ended(long cycle) {
        return new ObservedGrid(number, parent, kernel, depth, startCycle, cycle, completionCycle);
    }

    ObservedGrid completed(long cycle) {
        return new ObservedGrid(number, parent, kernel, depth, startCycle, endCycle, cycle);
    }

    /** Whether the grid is complete. */
    public boolean isComplete() {
        return completionCycle != NEVER;
    }
}
