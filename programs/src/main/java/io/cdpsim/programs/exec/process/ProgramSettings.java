package io.cdpsim.programs.exec.process;

/**
 * How a program runs.
 *
 * @param streams its standard streams
 * @param wrapper the command that runs it
 */
public record ProgramSettings(ProgramStreams streams, ProgramWrapper wrapper) {}
