package io.cdpsim.workloads;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

/**
 * Inputs that several runs share, such as a graph. The first run that needs an input reads it; this object keeps it for the others. Safe for use by
 * several threads. Nobody writes to a kept input.
 */
public final class InputCache {
    private final ConcurrentMap<Object, Object> kept = new ConcurrentHashMap<>();

    /** An empty cache. */
    public InputCache() {}

    /**
     * The input with a key.
     *
     * @param key identifies the source; equal keys have equal inputs, and keys of one class have inputs of one class
     * @param type the class of the input
     * @param read reads the input and requests no other input; an exception it throws passes through, and nothing is kept
     */
    public <K, T> T get(K key, Class<T> type, Function<? super K, ? extends T> read) {
        return type.cast(kept.computeIfAbsent(key, unread -> read.apply(key)));
    }
}
