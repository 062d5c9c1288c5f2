package io.cdpsim.programs.exec.call;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Things that the program knows by a handle, which is no address of anything.
 *
 * @param <T> the things
 */
final class HandleTable<T> {
    private static final long STEP = 16;

    private final Map<Long, T> things = new TreeMap<>();
    private long next;

    /**
     * None yet.
     *
     * @param first the first handle
     */
    HandleTable(long first) {
        next = first;
    }

    /** Gives a thing a handle, which no other has had. */
    long add(T thing) {
        long handle = next;
        next += STEP;
        things.put(handle, thing);
        return handle;
    }

    /** The thing of a handle, or null if there is none. */
    @Nullable
    T get(long handle) {
        return things.get(handle);
    }

    /** Forgets the handles of things. @return the things */
    List<T> removeIf(Predicate<T> which) {
        List<T> removed = things.values().stream().filter(which).toList();
        things.values().removeAll(removed);
        return removed;
    }

    /** All things. */
    Collection<T> all() {
        return things.values();
    }

    /** Forgets a handle. @return what it stood for, or null if it stood for nothing */
    @Nullable
    T remove(long handle) {
        return things.remove(handle);
    }
}
