package io.cdpsim.runtime.launch;

/** What is kept of the entries of a {@link GridTable} that have posted something; those that wait or end a launch tree, most of a bomb, have not. */
final class LauncherTable {
    private final ChunkedArray.OfInt children = new ChunkedArray.OfInt();
    private final ChunkedArray.OfInt firstTail = new ChunkedArray.OfInt();
    private final ChunkedArray.OfInt lastTail = new ChunkedArray.OfInt();
    /** Number 0 stands for all that have posted nothing. */
    private int used = 1;
    /** The first that is free; {@link #children} holds the next. */
    private int freeHead;

    LauncherTable() {
        ensureIndex(0);
    }

    private void ensureIndex(int launcher) {
        children.ensureIndex(launcher);
        firstTail.ensureIndex(launcher);
        lastTail.ensureIndex(launcher);
    }

    /** One more. @return its number, from 1 */
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

    /** Its number may stand for another. */
    void remove(int launcher) {
        firstTail.set(launcher, 0);
        lastTail.set(launcher, 0);
        children.set(launcher, freeHead);
        freeHead = launcher;
    }

    /** Work posted, tails aside, that is not complete. */
    int children(int launcher) {
        return children.get(launcher);
    }

    void changeChildren(int launcher, int change) {
        children.set(launcher, children.get(launcher) + change);
    }

    /** Puts a tail behind the others. @return the one before it, or 0 */
    int addTail(int launcher, int tail) {
        // The last is kept when the first is dropped: whoever had tails ends by one.
        int before = firstTail.get(launcher) == 0 ? 0 : lastTail.get(launcher);
        if (before == 0) {
            firstTail.set(launcher, tail);
        }
        lastTail.set(launcher, tail);
        return before;
    }

    /** The tail launch that is next in order, or 0. */
    int firstTail(int launcher) {
        return firstTail.get(launcher);
    }

    void firstTail(int launcher, int tail) {
        firstTail.set(launcher, tail);
    }

    /** Whether there was any tail launch. */
    boolean hasTails(int launcher) {
        return lastTail.get(launcher) != 0;
    }
}
