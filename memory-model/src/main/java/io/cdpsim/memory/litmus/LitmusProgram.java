package io.cdpsim.memory.litmus;

import java.util.List;

/**
 * The program of a thread: a column of the test.
 *
 * @param name the thread's name in the header
 * @param statements in program order; a branch to the end has their number as its target
 * @param registers the names of registers, those of the parameters first; all start as 0
 */
public record LitmusProgram(String name, List<LitmusStatement> statements, List<String> registers) {
    /** Keeps copies. */
    public LitmusProgram {
        statements = List.copyOf(statements);
        registers = List.copyOf(registers);
    }

    /**
     * An instruction with its place in the file.
     *
     * @param line line of the file, from 1
     * @param text its source text
     * @param instruction the instruction
     */
    public record LitmusStatement(int line, String text, LitmusInstruction instruction) {}
}
