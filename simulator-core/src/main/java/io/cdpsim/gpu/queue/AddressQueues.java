package io.cdpsim.gpu.queue;

/**
 * Serializes requests to one address. Remembers the last few thousand addresses: an evicted address has long
 * been idle, or shares its entry with another contended one, and then loses its queue.
 */
public final class AddressQueues {
    private static final int TABLE_BITS = 12;
    private static final int FRACTION_BITS = 8;

    private final long serviceFractions;
    /** Allocated for the first request, since few programs have any. */
    private long[] address = {};

    private long[] freeAt = {};
    private long lastFreeAt;

    public AddressQueues(double serviceCycles) {
        serviceFractions = ServiceQueue.fractions(serviceCycles);
    }

    /** Queues requests to one address, or to one line. @return the cycle at which the last of them starts */
    public long lastTurn(long target, int requests, long nowCycles) {
        if (address.length == 0) {
            address = new long[1 << TABLE_BITS];
            freeAt = new long[1 << TABLE_BITS];
        }
        int index = indexOf(target);
        if (address[index] != target) {
            address[index] = target;
            freeAt[index] = 0;
        }
        long start = Math.max(freeAt[index], nowCycles << FRACTION_BITS);
        freeAt[index] = start + serviceFractions * requests;
        lastFreeAt = Math.max(lastFreeAt, freeAt[index]);
        return (freeAt[index] - serviceFractions) >> FRACTION_BITS;
    }

    private static int indexOf(long target) {
        return (int) ((target * 0x9E3779B97F4A7C15L) >>> (64 - TABLE_BITS));
    }

    /** The cycle by which the requests to an address so far have been served. */
    public long freeAt(long target) {
        int index = indexOf(target);
        return address.length > 0 && address[index] == target ? freeAt[index] >> FRACTION_BITS : 0;
    }

    /** The cycle by which all requests so far have been served. */
    public long allServedAt() {
        return lastFreeAt >> FRACTION_BITS;
    }
}
