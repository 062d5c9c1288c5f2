package io.cdpsim.programs.exec.protocol;

/**
 * A call that a thread of the program makes.
 *
 * @param name of the call, as CUDA has it; {@code @} begins those that are the library's own
 * @param arguments what it is called with
 */
public record CallRequest(String name, CallArguments arguments) {}
