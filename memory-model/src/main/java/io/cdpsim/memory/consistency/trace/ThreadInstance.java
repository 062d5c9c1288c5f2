package io.cdpsim.memory.consistency.trace;

import io.cdpsim.memory.litmus.LitmusProgram;

/**
 * A thread that runs.
 *
 * @param id number among all threads of the test
 * @param name as conditions call it, with all launches that lead to it
 * @param block number of its block among all of the test
 */
public record ThreadInstance(int id, String name, GridInstance grid, int block, LitmusProgram program) {
    /** Whether a condition that names a thread so means this one: by its full name or the end of it. */
    public boolean isCalled(String called) {
        if (name.equals(called) || name.endsWith("." + called)) {
            return true;
        }
        // A grid of one thread may be called without its thread's number.
        return grid.threads().size() == 1
                && name.equals(grid.name() + ".0")
                && (grid.name().equals(called) || grid.name().endsWith("." + called));
    }
}
