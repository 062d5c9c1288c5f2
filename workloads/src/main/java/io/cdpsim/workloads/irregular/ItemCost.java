package io.cdpsim.workloads.irregular;

/**
 * The cost of an item, and the value that it stores.
 *
 * <p>An item starts with a value that identifies its parent and its index there, adds the words that it loads, and then multiplies and adds
 * repeatedly, each step dependent on the last. All arithmetic is modulo 2^32.
 *
 * @param work multiply-and-add instructions of an item, at least 0
 * @param loads words that an item loads, at least 0
 */
public record ItemCost(int work, int loads) {
    /** The initial value of an item is its parent's number times this, plus its index there. */
    static final int PARENT_FACTOR = 0x9E3779B1;

    static final int MULTIPLIER = 1664525;
    static final int INCREMENT = 1013904223;

    /** The first word that item {@code g} of all items loads is number {@code g} times this, modulo the size of the table. */
    static final int SPREAD = 0x9E3779B1;

    /** The distance to the next word that it loads. */
    static final int STRIDE = 0x85EBCA6B;

    private static final int LEAST_TABLE_WORDS = 1 << 10;
    private static final int MOST_TABLE_WORDS = 1 << 24;

    /**
     * Words of the table that items load from: the number of items rounded up to a power of two, but 1,024 to 16,777,216; 0 where nothing is loaded.
     */
    int tableWords(int items) {
        if (loads == 0) {
            return 0;
        }
        int words = LEAST_TABLE_WORDS;
        while (words < items && words < MOST_TABLE_WORDS) {
            words *= 2;
        }
        return words;
    }

    /** The contents of the table: arbitrary words, each different from the next. */
    int[] table(int items) {
        int[] table = new int[tableWords(items)];
        for (int i = 0; i < table.length; i++) {
            table[i] = i * MULTIPLIER + 1;
        }
        return table;
    }
}
