package io.cdpsim.programs.exec.process;

/**
 * How a program is run.
 *
 * @param streams where its standard streams lead
 * @param wrapper what it is run by
 */
public record ProgramSettings(ProgramStreams streams, ProgramWrapper wrapper) {}
