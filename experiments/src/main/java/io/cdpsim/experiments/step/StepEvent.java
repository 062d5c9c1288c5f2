package io.cdpsim.experiments.step;

import java.util.List;

/**
 * One step.
 *
 * @param kind what happens
 * @param cycle when, cycles of the device
 * @param warp the warp that acts: its index in {@link StepRecording#warps()}; -1 for none
 * @param grid the grid that it is about: its index in {@link StepRecording#grids()}; -1 for none
 * @param block the block that it is about: its index in {@link StepRecording#blocks()}; -1 for none
 * @param instruction the index of the instruction in its kernel; -1 for none
 * @param active the active lanes of the warp, a bit each
 * @param lanes the lanes that take part
 * @param text the name of the call, or other words; may be empty
 * @param accesses the words of memory that a load, a store or an atomic accesses
 */
public record StepEvent(
        StepKind kind,
        long cycle,
        int warp,
        int grid,
        int block,
        int instruction,
        int active,
        int lanes,
        String text,
        List<WordAccess> accesses) {
    /** Keeps a copy. */
    public StepEvent {
        accesses = List.copyOf(accesses);
    }

    /**
     * An access to a word.
     *
     * @param word its index in {@link StepRecording#words()}
     * @param lanes the lanes that access it, a bit each
     */
    public record WordAccess(int word, int lanes) {}
}
