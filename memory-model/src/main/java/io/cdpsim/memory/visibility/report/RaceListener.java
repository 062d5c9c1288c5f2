package io.cdpsim.memory.visibility.report;

/** Receives each occurrence of a race when the later access happens. */
public interface RaceListener {
    /**
     * Two accesses race.
     *
     * @param address the address of the word
     * @param first the number of the block of the earlier access among all blocks of the run
     * @param second the same of the later access
     */
    void races(long address, int first, int second);
}
