package io.cdpsim.gpu.spin;

import java.util.ArrayList;
import java.util.List;

/** What {@link SpinParking} keeps of a warp: the loop it is in, and what that loop has read. */
public final class SpinState {
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

    /** How often lanes have let others of the warp run since one of them last did something that others can notice. */
    int yields;

    private final List<Long> wordsOfOthers = new ArrayList<>();
    private final List<Integer> valuesOfOthers = new ArrayList<>();

    /** The lanes that spin let others of the warp run; what they read stays known. */
    void yielded() {
        for (int i = 0; i < wordCount && wordsKnown(); i++) {
            wordsOfOthers.add(words[i]);
            valuesOfOthers.add(values[i]);
        }
        yields++;
        turns = 0;
    }

    /** A lane of the warp has done something that others can notice. */
    public void disturbed() {
        turns = 0;
        if (yields != 0) {
            yields = 0;
            wordsOfOthers.clear();
            valuesOfOthers.clear();
        }
    }

    /** The words that lanes of the warp wait for. */
    List<Long> awaitedWords() {
        List<Long> all = new ArrayList<>(wordsOfOthers);
        for (int i = 0; i < wordCount; i++) {
            all.add(words[i]);
        }
        return all;
    }

    /** The values that these words had. */
    List<Integer> awaitedValues() {
        List<Integer> all = new ArrayList<>(valuesOfOthers);
        for (int i = 0; i < wordCount; i++) {
            all.add(values[i]);
        }
        return all;
    }

    /** The warp has other threads, which are in no loop yet. */
    public void clear() {
        turns = 0;
    }

    /** How many iterations of its loop it has started; 0 if it is in none. */
    public int turns() {
        return turns;
    }

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
    public boolean collects() {
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

    /** Whether the loop, or another lane in its own, reads a word of global memory. */
    boolean readsAny() {
        return wordCount > 0 || yields > 0;
    }

    /** Whether the loop reads at least one word, and no more words than fit into the record. */
    boolean wordsKnown() {
        return wordCount > 0 && wordCount <= MOST_WORDS;
    }
}
