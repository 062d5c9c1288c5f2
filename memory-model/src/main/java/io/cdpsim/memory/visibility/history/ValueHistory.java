package io.cdpsim.memory.visibility.history;

import java.util.HashMap;
import java.util.Map;

/**
 * The last few values of each written word, with the write that replaced each, from which a read takes the oldest value that the model allows.
 */
final class ValueHistory {
    /** The number of old values of a word. */
    private static final int DEPTH = 4;

    private static final class History {
        private final int[] values = new int[DEPTH];
        private final long[] replacedBy = new long[DEPTH];
        private int size;
    }

    private final Map<Long, History> histories = new HashMap<>();

    /** A word is written. */
    void replaced(long word, int oldBits, long writer) {
        History history = histories.computeIfAbsent(word, key -> new History());
        // Every causal past holds both writes or neither, so only the value before the first is visible.
        if (history.size > 0 && history.replacedBy[history.size - 1] == writer) {
            return;
        }
        if (history.size == DEPTH) {
            System.arraycopy(history.values, 1, history.values, 0, DEPTH - 1);
            System.arraycopy(history.replacedBy, 1, history.replacedBy, 0, DEPTH - 1);
            history.size--;
        }
        history.values[history.size] = oldBits;
        history.replacedBy[history.size++] = writer;
    }

    /** Words are written with the values that they have: one without old values has none afterwards either, since all values are the same. */
    void rewritten(long first, int words, WordMemory memory, long writer) {
        if (histories.isEmpty()) {
            return;
        }
        for (long word = first; word < first + words; word++) {
            if (histories.containsKey(word)) {
                replaced(word, memory.word(word << ShadowPage.WORD_SHIFT), writer);
            }
        }
    }

    /** Whether a causal past holds a write. */
    interface Known {
        boolean knows(long epoch);
    }

    /** The oldest value of a word that a reader may return. */
    int oldest(long word, int newestBits, Known reader) {
        History history = histories.get(word);
        int bits = newestBits;
        if (history != null) {
            for (int i = history.size - 1; i >= 0 && !reader.knows(history.replacedBy[i]); i--) {
                bits = history.values[i];
            }
        }
        return bits;
    }

    /** Code outside the program has set these words. */
    void forget(long address, long bytes) {
        long first = address >>> ShadowPage.WORD_SHIFT;
        long last = (address + bytes - 1) >>> ShadowPage.WORD_SHIFT;
        if (histories.size() <= last - first) {
            histories.keySet().removeIf(word -> first <= word && word <= last);
        } else {
            for (long word = first; word <= last; word++) {
                histories.remove(word);
            }
        }
    }
}
