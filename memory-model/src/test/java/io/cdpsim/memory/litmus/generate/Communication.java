package io.cdpsim.memory.litmus.generate;

/** How one thread's access is seen by another's to the same word: the edges of a cycle that go against time if the cycle is observed. */
enum Communication {
    /** The second reads what the first wrote. */
    READS_FROM("rfe", true, false),
    /** The first reads what the second then overwrites. */
    FROM_READ("fre", false, true),
    /** The second overwrites what the first wrote. */
    COHERENCE("coe", true, true);

    final String label;
    final boolean firstWrites;
    final boolean secondWrites;

    Communication(String label, boolean firstWrites, boolean secondWrites) {
        this.label = label;
        this.firstWrites = firstWrites;
        this.secondWrites = secondWrites;
    }

    /** What the first access writes, or reads if the cycle is observed. */
    int firstValue() {
        return this == FROM_READ ? 0 : 1;
    }

    /** What the second access writes, or reads if the cycle is observed. */
    int secondValue() {
        return this == COHERENCE ? 2 : 1;
    }
}
