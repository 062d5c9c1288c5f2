package io.cdpsim.memory.litmus;

import java.util.List;

/**
 * A kernel that tests may launch.
 *
 * @param parameters how many; they are the first registers of each program
 * @param programs one that every thread runs, or one for each thread of a block
 */
public record KernelProgram(String name, int parameters, List<LitmusProgram> programs) {
    /** Keeps a copy. */
    public KernelProgram {
        programs = List.copyOf(programs);
    }

    /** What a thread of a block runs. */
    public LitmusProgram programOf(int threadInBlock) {
        return programs.get(programs.size() == 1 ? 0 : threadInBlock);
    }
}
