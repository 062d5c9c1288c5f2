package io.cdpsim.memory.litmus;

import java.util.List;

/**
 * What a thread runs: a column of the test.
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
}
