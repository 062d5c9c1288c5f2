package io.cdpsim.memory.consistency.trace;

/**
 * A stream of a running test.
 *
 * @param kind what orders it
 * @param owner the block, grid or thread it belongs to, by kind
 * @param name its name, if it has one
 */
public record StreamKey(Kind kind, int owner, String name) {
    /** What orders a stream. */
    public enum Kind {
        NULL,
        NAMED,
        PER_THREAD,
        TAIL,
        UNORDERED
    }

    static final StreamKey FREE = new StreamKey(Kind.UNORDERED, -1, "");

    /** Whether what enters the stream waits for what entered before. */
    public boolean isOrdered() {
        return kind != Kind.UNORDERED;
    }

    /** A device event of a block (CDP1) or a grid (CDP2). */
    record EventKey(int owner, String name) {}
}
