package io.cdpsim.engine;

import java.util.Arrays;

/**
 * The events of an engine in the order that {@link Engine} defines, each a long that the engine encodes.
 *
 * <p>A timing wheel holds the next {@link #WHEEL_CYCLES} cycles, starting with the current one: one bucket per cycle, first in,
 * first out. Later events are kept in a second queue. Whenever the current cycle advances, the events that the wheel now
 * covers are moved to it, oldest first, before any event is added: so an event of the second queue always
 * precedes an event of the same time that was added to the bucket directly.
 *
 * <p>A bucket is a chain of chunks of a shared array, each holding {@link #LINK} events and the position of the next chunk.
 * A chunk is one cache line; the chunk freed last is used next.
 */
final class EventQueue {
    /**
     * Span of the wheel in cycles. Long enough for all but the rarest latency of a GPU, since the heap costs far
     * more; short enough for the wheel's arrays to stay in a second-level cache.
     */
    static final int WHEEL_CYCLES = 1 << 15;

    private static final int BUCKET_MASK = WHEEL_CYCLES - 1;
    private static final int CHUNK_SLOTS = 8;
    private static final int INITIAL_SLOTS = 1 << 13;

    /** The position of the link in a chunk. Chunks are aligned, so a position with these bits set is the end of its chunk. */
    private static final int LINK = CHUNK_SLOTS - 1;

    /** The tail of an empty bucket. It looks like the end of a chunk, which spares {@link #append} a second comparison. */
    private static final int EMPTY = -1;

    private static final int NONE = -1;

    private static final long UNKNOWN = -1;

    private final int[] heads = new int[WHEEL_CYCLES];
    private final int[] tails = new int[WHEEL_CYCLES];

    /** The buckets that hold events, except the current one. */
    private final OccupancyBitmap occupied = new OccupancyBitmap(WHEEL_CYCLES);

    private final FarEvents far = new FarEvents();

    private long[] slots = new long[INITIAL_SLOTS];
    private int firstFreeChunk = NONE;
    private int unusedFrom;

    private long now;
    private int presentBucket;
    private int readPosition;

    /** When the first event after the current cycle is due, or {@link #UNKNOWN}. */
    private long nextCycle = UNKNOWN;

    private long added;
    private long taken;

    EventQueue() {
        Arrays.fill(tails, EMPTY);
        // The current bucket keeps a chunk even when drained: it is the one bucket that is read while it is added to.
        int chunk = claimChunk();
        heads[0] = chunk;
        tails[0] = chunk;
        readPosition = chunk;
    }

    /** Returns the time of the event taken last. */
    long now() {
        return now;
    }

    /** Returns how many events were added and not taken. */
    int size() {
        return (int) (added - taken);
    }

    /** Returns how many events were taken since the start. */
    long taken() {
        return taken;
    }

    /** Adds an event. The caller ensures that its time is not past and below {@link Long#MAX_VALUE}. */
    void add(long timeCycles, long event) {
        if (timeCycles < nextCycle && timeCycles > now) {
            nextCycle = timeCycles;
        }
        if (timeCycles - now < WHEEL_CYCLES) {
            append((int) timeCycles & BUCKET_MASK, event);
        } else {
            far.add(timeCycles, added, event);
        }
        added++;
    }

    /** Moves the clock to the next event, which {@link #take} then returns. False, and no move, when there is none. */
    boolean advance() {
        return readPosition != tails[presentBucket] || advanceClock();
    }

    /** Takes the event that {@link #advance} has found. */
    long take() {
        int position = readPosition;
        if ((position & LINK) == LINK) {
            position = leaveChunk(position);
        }
        readPosition = position + 1;
        taken++;
        return slots[position];
    }

    /** Returns the time of the next event, {@link Long#MAX_VALUE} when there is none. The clock does not move. */
    long nextTime() {
        if (readPosition != tails[presentBucket]) {
            return now;
        }
        if (nextCycle == UNKNOWN) {
            int bucket = occupied.nextAfter(presentBucket);
            nextCycle = bucket == OccupancyBitmap.NONE ? far.minTime() : now + ((bucket - presentBucket) & BUCKET_MASK);
        }
        return nextCycle;
    }

    /** Moves the clock to a cycle after the present one and before the next event. */
    void moveTo(long cycle) {
        releaseChunk(readPosition & ~LINK);
        tails[presentBucket] = EMPTY;
        now = cycle;
        if (far.minTime() - now < WHEEL_CYCLES) {
            migrate();
        }
        presentBucket = (int) now & BUCKET_MASK;
        int chunk = claimChunk();
        heads[presentBucket] = chunk;
        tails[presentBucket] = chunk;
        readPosition = chunk;
    }

    private boolean advanceClock() {
        long next = nextTime();
        if (next == Long.MAX_VALUE) {
            return false;
        }
        releaseChunk(readPosition & ~LINK);
        tails[presentBucket] = EMPTY;
        now = next;
        nextCycle = UNKNOWN;
        if (far.minTime() - now < WHEEL_CYCLES) {
            migrate();
        }
        presentBucket = (int) now & BUCKET_MASK;
        occupied.clear(presentBucket);
        readPosition = heads[presentBucket];
        return true;
    }

    private void migrate() {
        while (!far.isEmpty() && far.minTime() - now < WHEEL_CYCLES) {
            int bucket = (int) far.minTime() & BUCKET_MASK;
            append(bucket, far.removeMin());
        }
    }

    private void append(int bucket, long event) {
        int position = tails[bucket];
        if ((position & LINK) == LINK) {
            position = extend(bucket, position);
        }
        slots[position] = event;
        tails[bucket] = position + 1;
    }

    private int extend(int bucket, int end) {
        int chunk = claimChunk();
        if (end == EMPTY) {
            heads[bucket] = chunk;
            occupied.set(bucket);
        } else {
            slots[end] = chunk;
        }
        return chunk;
    }

    private int leaveChunk(int end) {
        int next = (int) slots[end];
        releaseChunk(end - LINK);
        return next;
    }

    private int claimChunk() {
        int chunk = firstFreeChunk;
        if (chunk != NONE) {
            firstFreeChunk = (int) slots[chunk + LINK];
            return chunk;
        }
        chunk = unusedFrom;
        if (chunk == slots.length) {
            slots = Arrays.copyOf(slots, Math.multiplyExact(chunk, 2));
        }
        unusedFrom = chunk + CHUNK_SLOTS;
        return chunk;
    }

    private void releaseChunk(int chunk) {
        slots[chunk + LINK] = firstFreeChunk;
        firstFreeChunk = chunk;
    }
}
