package io.cdpsim.gpu.memory;

import io.cdpsim.memory.AddressMap;
import io.cdpsim.memory.PagedMemory;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/**
 * The memories of the other devices of a machine, as threads of one device reach them: all of a device's memory while peer access to it is
 * enabled, memory of pools where the pool allows it, and memory that the program shares with all devices always.
 */
public final class PeerMemory {
    private final int own;
    private final List<PagedMemory> memories;
    private final IntConsumer written;
    private final boolean[] enabled;
    private final TreeMap<Long, OfPool> ofPools = new TreeMap<>();

    private record OfPool(long bytes, BooleanSupplier isAllowed) {}

    /**
     * Other devices' memories without access.
     *
     * @param own ordinal of the device whose threads access them
     * @param memories the global memories of all devices, by ordinal
     * @param written is notified of the ordinal of a device whose memory a thread has written
     */
    public PeerMemory(int own, List<PagedMemory> memories, IntConsumer written) {
        this.own = own;
        this.memories = List.copyOf(memories);
        this.written = written;
        enabled = new boolean[memories.size()];
    }

    /** A machine of one device. */
    static PeerMemory none() {
        return new PeerMemory(0, List.of(), ordinal -> {});
    }

    /** Whether there is no other device. */
    public boolean isEmpty() {
        return memories.size() < 2;
    }

    /** Sets whether the device's threads access the memory of a peer. */
    public void enable(int peer, boolean access) {
        enabled[peer] = access;
    }

    /** Memory of a pool: the pool decides on access to it, not {@link #enable}. */
    public void addPoolMemory(long address, long bytes, BooleanSupplier isAllowed) {
        ofPools.put(address, new OfPool(bytes, isAllowed));
    }

    /** Memory of a pool is free. */
    public void removePoolMemory(long address) {
        ofPools.remove(address);
    }

    /** The memory of another device that has an address in its window; the default where none has. */
    PagedMemory at(long address, PagedMemory otherwise) {
        int peer = AddressMap.deviceOf(address);
        return peer >= 0 && peer < memories.size() ? memories.get(peer) : otherwise;
    }

    /** Whether a thread may access bytes of another device; {@code bytes} is at most the alignment of the address. */
    public boolean reaches(long address, int bytes) {
        int peer = AddressMap.deviceOf(address);
        if (peer < 0
                || peer == own
                || peer >= memories.size()
                || !memories.get(peer).contains(address, bytes)) {
            return false;
        }
        if (memories.get(peer).isSharedAt(address)) {
            return true;
        }
        Map.Entry<Long, OfPool> before = ofPools.floorEntry(address);
        boolean isOfPool = before != null && address - before.getKey() < before.getValue().bytes;
        return isOfPool ? before.getValue().isAllowed.getAsBoolean() : enabled[peer];
    }

    /** Whether an address is in the window of another device. */
    public boolean isElsewhere(long address) {
        return !isEmpty() && AddressMap.deviceOf(address) != own;
    }

    /** Threads have written at addresses of global memory. */
    public void written(long[] addresses, int lanes) {
        if (isEmpty()) {
            return;
        }
        for (int m = lanes; m != 0; m &= m - 1) {
            written(addresses[Integer.numberOfTrailingZeros(m)]);
        }
    }

    /** A thread has written at an address of global memory. */
    public void written(long address) {
        int peer = AddressMap.deviceOf(address);
        if (peer >= 0 && peer != own && peer < memories.size()) {
            written.accept(peer);
        }
    }
}
