package io.cdpsim.memory.consistency.trace;

import io.cdpsim.memory.litmus.LitmusProgram;

/**
 * A thread of a running test.
 *
 * @param id its number among all threads of the test
 * @param name its name in conditions, with its whole path of launches
 * @param block the number of its block among all blocks of the test
 * @param cluster the number of its cluster among all clusters of the test
 */
public record ThreadInstance(int id, String name, GridInstance grid, int block, int cluster, LitmusProgram program) {
    /** Whether a name in a condition denotes this thread: its full name or the end of it. */
    public boolean isCalled(String called) {
        if (name.equals(called) || name.endsWith("." + called)) {
            return true;
        }
        // The name of a grid of one thread may omit the thread's number.
        return grid.threads().size() == 1
                && name.equals(grid.name() + ".0")
                && (grid.name().equals(called) || grid.name().endsWith("." + called));
    }
}
