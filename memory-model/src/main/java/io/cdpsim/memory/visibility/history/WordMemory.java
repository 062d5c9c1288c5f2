package io.cdpsim.memory.visibility.history;

/** The present bits of the memory that is checked. */
@FunctionalInterface
public interface WordMemory {
    /** The bits of the aligned word at an address; 0 if there is none. */
    int word(long address);

    /**
     * Copies words that a thread may access.
     *
     * @param address of the first; all are in 128 aligned bytes
     * @param at index of the first in the array
     */
    default void words(long address, int[] into, int at, int count) {
        for (int i = 0; i < count; i++) {
            into[at + i] = word(address + (long) i * Integer.BYTES);
        }
    }
}
