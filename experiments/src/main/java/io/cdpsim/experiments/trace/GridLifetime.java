package io.cdpsim.experiments.trace;

import io.cdpsim.observe.RunEvent.LaunchKind;
import io.cdpsim.observe.RunEvent.WaitReason;
import java.util.Map;

/**
 * The lifetime of a grid in a trace, cycles of the device clock.
 *
 * @param grid its number
 * @param parent the grid that launched it; 0 for the host
 * @param device ordinal of its device
 * @param kernel its kernel
 * @param launch how it was launched
 * @param depth nesting depth; 0 for a grid that the host launched
 * @param blocks number of blocks
 * @param threadsPerBlock threads per block
 * @param posted the time of its accepted launch
 * @param started the start of its first block
 * @param bodyEnded the exit of its last thread
 * @param completed the completion of the grid and its descendants
 * @param waits its wait time by reason between launch and start
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
