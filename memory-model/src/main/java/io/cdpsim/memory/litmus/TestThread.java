package io.cdpsim.memory.litmus;

import java.util.List;

/**
 * A thread of a grid that runs from the start. Threads of one GPU are of one grid.
 *
 * @param block the {@code cta} of the header
 * @param gpu the {@code gpu} of the header
 * @param program what it runs
 * @param initialRegisters what registers hold at the start, 0 where the test does not say
 */
public record TestThread(int block, int gpu, LitmusProgram program, List<InitialRegister> initialRegisters) {
    /** Keeps a copy. */
    public TestThread {
        initialRegisters = List.copyOf(initialRegisters);
    }

    /** A register's value at the start. */
    public record InitialRegister(int register, LitmusOperand value) {}
}
