package io.cdpsim.programs.exec.protocol;

/**
 * A call by a thread of the program.
 *
 * @param name the CUDA call; {@code @} starts the names of the library's own calls
 * @param arguments its arguments
 */
public record CallRequest(String name, CallArguments arguments) {}
