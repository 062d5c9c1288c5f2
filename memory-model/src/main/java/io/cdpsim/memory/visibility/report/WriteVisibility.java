package io.cdpsim.memory.visibility.report;

/** What a block knows of the last writes to a word. */
public enum WriteVisibility {
    /** Nothing has written the word, as far as the checker knows. */
    UNWRITTEN,
    /** The writes happen before the next access of each thread of the block. */
    VISIBLE,
    /** They happen before the next access of some threads of the block, but not of all. */
    PARTLY,
    /** They happen before the next access of no thread of the block: a weak access would race with them. */
    PENDING;

    /** What is known of two writes together. */
    public WriteVisibility and(WriteVisibility other) {
        if (this == UNWRITTEN || this == other) {
            return other;
        }
        return other == UNWRITTEN ? this : PARTLY;
    }
}
