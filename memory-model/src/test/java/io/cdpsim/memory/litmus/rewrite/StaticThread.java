package io.cdpsim.memory.litmus.rewrite;

import io.cdpsim.memory.litmus.LitmusOperand;
import io.cdpsim.memory.litmus.LitmusProgram;
import java.util.List;

/**
 * A thread that every execution of a test runs.
 *
 * @param name with all launches that lead to it
 * @param grid number of its grid
 * @param block number of its block, among all
 * @param cluster number of its cluster, among all
 * @param gpu which device it is on
 * @param first values of its first registers
 */
record StaticThread(
        String name, int grid, int block, int cluster, int gpu, LitmusProgram program, List<LitmusOperand> first) {
    StaticThread {
        first = List.copyOf(first);
    }
}
