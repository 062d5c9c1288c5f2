package io.cdpsim.programs.exec.wire;

/**
 * A call that a thread of the program makes.
 *
 * @param name of the call, as CUDA has it; {@code @} begins those that are the library's own
 * @param arguments what it is called with
 */
public record Request(String name, Arguments arguments) {}
