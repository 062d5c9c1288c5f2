package io.cdpsim.memory.litmus;

/** What an instruction takes a value from. */
public sealed interface LitmusOperand {
    /** A number written in the instruction. */
    record Immediate(long value) implements LitmusOperand {}

    /** A register, by its index in {@link LitmusProgram#registers()}. */
    record Register(int index) implements LitmusOperand {}

    /** The address of a variable, by its index in {@link LitmusTest#variables()}. */
    record Symbol(int variable) implements LitmusOperand {}

    /** The handle of a stream of the thread's own scope, to be passed on. */
    record StreamHandle(String name) implements LitmusOperand {}
}
