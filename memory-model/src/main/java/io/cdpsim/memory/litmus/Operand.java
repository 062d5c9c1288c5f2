package io.cdpsim.memory.litmus;

/** What an instruction takes a value from. */
public sealed interface Operand {
    /** A number written in the instruction. */
    record Immediate(long value) implements Operand {}

    /** A register, by its index in {@link Program#registers()}. */
    record Register(int index) implements Operand {}

    /** The address of a variable, by its index in {@link LitmusTest#variables()}. */
    record Symbol(int variable) implements Operand {}

    /** The handle of a stream of the thread's own scope, to be passed on. */
    record StreamHandle(String name) implements Operand {}
}
