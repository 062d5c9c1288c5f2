package io.cdpsim.programs.exec.protocol;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Objects that the program identifies by a handle, which is not an address.
 *
 * @param <T> the objects
 */
public final class HandleTable<T> {
    private static final long STEP = 16;

    private final Map<Long, T> things = new TreeMap<>();
    private long next;

    /**
     * An empty table.
     *
     * @param first the first handle
     */
    public HandleTable(long first) {
        next = first;
    }

    /** Assigns a new handle, which no other object has had. */
    public long add(T thing) {
        long handle = next;
        next += STEP;
        things.put(handle, thing);
        return handle;
    }

    /** The handle of an object, a new one if it has none. */
    public long handleOf(T thing) {
        for (Map.Entry<Long, T> each : things.entrySet()) {
            if (each.getValue() == thing) {
                return each.getKey();
            }
        }
        return add(thing);
    }

    /** The object of a handle, or null if there is none. */
    public @Nullable T get(long handle) {
        return things.get(handle);
    }

    /** Removes the handles of objects. @return the objects */
    public List<T> removeIf(Predicate<T> which) {
        List<T> removed = things.values().stream().filter(which).toList();
        things.values().removeAll(removed);
        return removed;
    }

    /** All objects. */
    public Collection<T> all() {
        return things.values();
    }

    /** Removes a handle. @return its object, or null if there is none */
    public @Nullable T remove(long handle) {
        return things.remove(handle);
    }
}
