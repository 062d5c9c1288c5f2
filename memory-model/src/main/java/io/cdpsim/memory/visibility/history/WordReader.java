package io.cdpsim.memory.visibility.history;

/** Reads the word at an address, a multiple of 4, as memory holds it. */
@FunctionalInterface
public interface WordReader {
    /** The word's bits. */
    int at(long address);
}
