package io.cdpsim.junit;

import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunEvent.LaunchKind;

/**
 * The record of a grid in a run.
 *
 * @param number its number in the run, from 1
 * @param parent the grid that launched it; 0 for the host
 * @param kernel the name of its kernel
 * @param launch how it was launched
 * @param depth nesting depth; 0 for a grid of the host
 * @param blocks number of blocks
 * @param threadsPerBlock threads of each block
 * @param postedCycle cycle at which its launch was accepted
 * @param startCycle cycle at which its first block got an SM; -1 if none has
 * @param completionCycle cycle at which it and all grids that it launched were complete; -1 if they are not
 */
public record GridRecord(
        long number,
        long parent,
        String kernel,
        LaunchKind launch,
        int depth,
        long blocks,
        int threadsPerBlock,
        long postedCycle,
        long startCycle,
        long completionCycle) {
    static GridRecord posted(GridEvent.Posted event) {
        return new GridRecord(
                event.grid(),
                event.parent(),
                event.kernel(),
                event.launch(),
                event.depth(),
                event.blocks(),
                event.threadsPerBlock(),
                event.timeCycles(),
                -1,
                -1);
    }

    GridRecord withStart(long cycle) {
        return new GridRecord(
                number, parent, kernel, launch, depth, blocks, threadsPerBlock, postedCycle, cycle, completionCycle);
    }

    GridRecord withCompletion(long cycle) {
        return new GridRecord(
                number, parent, kernel, launch, depth, blocks, threadsPerBlock, postedCycle, startCycle, cycle);
    }

    /** Whether it and all grids that it launched are complete. */
    public boolean isComplete() {
        return completionCycle >= 0;
    }
}
