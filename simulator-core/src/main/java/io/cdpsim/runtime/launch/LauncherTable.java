package io.cdpsim.runtime.launch;

/**
 * The children and tail launches of the entries of a {@link GridTable} that have posted work. Most entries of a launch bomb wait
 * or are leaves, and have not.
 */
final class LauncherTable {
    private final ChunkedArray.OfInt children = new ChunkedArray.OfInt();
    private final ChunkedArray.OfInt firstTail = new ChunkedArray.OfInt();
    private final ChunkedArray.OfInt lastTail = new ChunkedArray.OfInt();
    /** Number 0 represents every entry that has posted nothing. */
    private int used = 1;
    /** The first free number; {@link #children} links to the next. */
    private int freeHead;

    LauncherTable() {
        ensureIndex(0);
    }

    private void ensureIndex(int launcher) {
        children.ensureIndex(launcher);
        firstTail.ensureIndex(launcher);
        lastTail.ensureIndex(launcher);
    }

    /** Adds a launcher. @return its number, from 1 */
    int add() {
        int launcher = freeHead;
        if (launcher != 0) {
            freeHead = children.get(launcher);
            children.set(launcher, 0);
        } else {
            launcher = used++;
            ensureIndex(launcher);
        }
        return launcher;
    }

    /** Frees a number for reuse. */
    void remove(int launcher) {
        firstTail.set(launcher, 0);
        lastTail.set(launcher, 0);
        children.set(launcher, freeHead);
        freeHead = launcher;
    }

    /** Number of posted entries that are not complete, without tail launches. */
    int children(int launcher) {
        return children.get(launcher);
    }

    void changeChildren(int launcher, int change) {
        children.set(launcher, children.get(launcher) + change);
    }

    /** Appends a tail launch. @return its predecessor, or 0 */
    int addTail(int launcher, int tail) {
        // The last tail is kept when the first is dropped, so that hasTails stays true.
        int before = firstTail.get(launcher) == 0 ? 0 : lastTail.get(launcher);
        if (before == 0) {
            firstTail.set(launcher, tail);
        }
        lastTail.set(launcher, tail);
        return before;
    }

    /** The first waiting tail launch, or 0. */
    int firstTail(int launcher) {
        return firstTail.get(launcher);
    }

    void firstTail(int launcher, int tail) {
        firstTail.set(launcher, tail);
    }

    /** Whether the launcher has ever had a tail launch. */
    boolean hasTails(int launcher) {
        return lastTail.get(launcher) != 0;
    }
}
