package io.cdpsim.memory.consistency;

/**
 * A stream of a running test.
 *
 * @param kind what orders it
 * @param owner the block, grid or thread it belongs to, by kind
 * @param name its name, if it has one
 */
record StreamKey(Kind kind, int owner, String name) {
    enum Kind {
        NULL,
        NAMED,
        PER_THREAD,
        TAIL,
        UNORDERED
    }

    static final StreamKey FREE = new StreamKey(Kind.UNORDERED, -1, "");

    boolean isOrdered() {
        return kind != Kind.UNORDERED;
    }
}
