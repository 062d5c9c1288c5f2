package io.cdpsim.workloads;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

/**
 * Inputs that several runs share, such as a graph: read by the first run that asks, then kept for the others as long as this object lives. May
 * be used from several threads. What is kept is not written to.
 */
public final class InputCache {
    private final ConcurrentMap<Object, Object> kept = new ConcurrentHashMap<>();

    /** Nothing is read yet. */
    public InputCache() {}

    /**
     * The input of a key.
     *
     * @param key where it comes from; equal keys have equal inputs, and keys of one class inputs of one class
     * @param type the class of the input
     * @param read reads it; asks for no other input. What it throws passes through, and nothing is kept
     */
    public <K, T> T get(K key, Class<T> type, Function<? super K, ? extends T> read) {
        return type.cast(kept.computeIfAbsent(key, unread -> read.apply(key)));
    }
}
