package io.cdpsim.programs.exec.fatbinary;

/**
 * The PTX of one unit of a program.
 *
 * @param name its name in messages
 * @param ptx its text
 */
@SuppressWarnings("ArrayRecordComponent") // as large as a file, and read once
public record PtxUnit(String name, byte[] ptx) {}
