package io.cdpsim.programs.exec.fatbinary;

/**
 * The PTX of a unit of a program.
 *
 * @param name what messages call it
 * @param ptx its text
 */
@SuppressWarnings("ArrayRecordComponent") // as large as a file, and read once
public record PtxUnit(String name, byte[] ptx) {}
