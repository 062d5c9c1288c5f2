package io.cdpsim.experiments.trace;

import io.cdpsim.observe.RunEvent.LaunchKind;
import io.cdpsim.observe.RunEvent.WaitReason;
import java.util.Map;

/**
 * The life of a grid that a trace has kept, in cycles of the devices' clock.
 *
 * @param grid its number
 * @param parent the grid that launched it; 0 for the host
 * @param device ordinal of its device
 * @param kernel what it ran
 * @param launch how it was launched
 * @param depth nesting depth; 0 for a grid of the host
 * @param blocks number of blocks
 * @param threadsPerBlock threads of each
 * @param posted when its launch was accepted
 * @param started when its first block got an SM
 * @param bodyEnded when all its threads had exited
 * @param completed when it and all it launched were complete
 * @param waits for how long it waited for what between its posting and its start
 */
public record GridLifetime(
        long grid,
        long parent,
        int device,
        String kernel,
        LaunchKind launch,
        int depth,
        long blocks,
        int threadsPerBlock,
        long posted,
        long started,
        long bodyEnded,
        long completed,
        Map<WaitReason, Long> waits) {
    /** Keeps a copy. */
    public GridLifetime {
        waits = Map.copyOf(waits);
    }
}
