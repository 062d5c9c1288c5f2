package io.cdpsim.memory.litmus;

/**
 * An instruction and where it stands.
 *
 * @param line line of the file, from 1
 * @param text as it is written
 * @param instruction what it does
 */
public record LitmusStatement(int line, String text, LitmusInstruction instruction) {}
