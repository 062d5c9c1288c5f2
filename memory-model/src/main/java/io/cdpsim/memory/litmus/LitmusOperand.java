package io.cdpsim.memory.litmus;

/** The source of a value that an instruction uses. */
public sealed interface LitmusOperand {
    /** A number written in the instruction. */
    record Immediate(long value) implements LitmusOperand {}

    /** A register, by its index in {@link LitmusProgram#registers()}. */
    record Register(int index) implements LitmusOperand {}

    /** The address of a variable, by its index in {@link LitmusTest#variables()}. */
    record Symbol(int variable) implements LitmusOperand {}

    /** The handle of a stream of the thread's own scope, as an argument of a launch. */
    record StreamHandle(String name) implements LitmusOperand {}
}
