package io.cdpsim.memory.consistency.trace;

/**
 * A stream of a running test.
 *
 * @param kind its kind, which decides its order
 * @param owner the block, grid or thread that owns it, by kind
 * @param name its name; may be empty
 */
public record StreamKey(Kind kind, int owner, String name) {
    /** The kind of a stream. */
    public enum Kind {
        NULL,
        NAMED,
        PER_THREAD,
        TAIL,
        UNORDERED
    }

    static final StreamKey FREE = new StreamKey(Kind.UNORDERED, -1, "");

    /** Whether work in the stream waits for earlier work in it. */
    public boolean isOrdered() {
        return kind != Kind.UNORDERED;
    }

    /** A device event of a block (CDP1) or a grid (CDP2). */
    record EventKey(int owner, String name) {}
}
