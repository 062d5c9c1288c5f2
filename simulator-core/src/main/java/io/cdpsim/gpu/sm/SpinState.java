package io.cdpsim.gpu.sm;

/** {@link SpinParking}'s record of a warp: its current loop, and the words that the loop has read. */
final class SpinState {
    private static final int MOST_WORDS = 4;

    int turns;
    int nextLook;
    int instruction;
    /** Whether the recorded iteration of the loop may be a wait for other threads. */
    boolean mayWait;

    long fingerprint;
    long time;
    long periodCycles;
    final long[] words = new long[MOST_WORDS];
    final int[] values = new int[MOST_WORDS];
    int wordCount;

    /** The first iteration of a loop. */
    void start(int jumpingInstruction, int firstLook) {
        turns = 1;
        nextLook = firstLook;
        instruction = jumpingInstruction;
        wordCount = 0;
    }

    /** Records the state to compare with after the next iteration, whose reads are collected anew. */
    void remember(long stateFingerprint, long now) {
        fingerprint = stateFingerprint;
        time = now;
        wordCount = 0;
    }

    /** Whether the reads of the current iteration are recorded. */
    boolean collects() {
        return turns > 0 && turns == nextLook;
    }

    /** The loop reads a word with a value. */
    void addWord(long word, int value) {
        for (int i = 0; i < Math.min(wordCount, MOST_WORDS); i++) {
            if (words[i] == word) {
                return;
            }
        }
        if (wordCount < MOST_WORDS) {
            words[wordCount] = word;
            values[wordCount] = value;
        }
        wordCount++;
    }

    /** Whether the loop reads at least one word, and no more words than fit into the record. */
    boolean wordsKnown() {
        return wordCount > 0 && wordCount <= MOST_WORDS;
    }
}
