package io.cdpsim.gpu.queue;

import java.util.Arrays;

/**
 * Requests of one SM to the L2 cache that the SM has made while it ran ahead, and that the memory system has not yet served or whose answers the SM has
 * not yet taken. All numbers are those of the requests since the last {@link #clear}.
 */
public final class PostedRequests {
    /** A load of sectors that is sent. */
    static final byte LOAD = 0;

    /** A store that is sent. */
    static final byte STORE = 1;

    /** A load of sectors that an earlier request brings. */
    private static final byte FOLLOWS = 2;

    /** A load of sectors that the L1 cache has. */
    private static final byte HITS = 3;

    /** The time of a following load is when its values are ready at the earliest. */
    private final RequestColumns columns = new RequestColumns();

    private long[] doneAt = new long[RequestColumns.FEWEST];
    /** The entry of the L1 cache; -1 without one. */
    private int[] entries = new int[RequestColumns.FEWEST];
    /** The place among the outstanding requests; for a following load, the request that it follows. */
    private int[] places = new int[RequestColumns.FEWEST];
    /** For a load into the L1 cache, the one before it that brings other sectors of its line; -1 without one. */
    private int[] earlier = new int[RequestColumns.FEWEST];

    private int count;

    /** The last request for each line in flight to the L1 cache, by a hash of the line. Valid where the stamp is the present one. */
    private long[] lineAt = new long[4 * RequestColumns.FEWEST];

    private int[] requestAt = new int[4 * RequestColumns.FEWEST];
    private int[] stampAt = new int[4 * RequestColumns.FEWEST];
    private int stamp = 1;
    private int inFlight;

    /** No requests. */
    public PostedRequests() {}

    /** The number of requests. */
    public int count() {
        return count;
    }

    /** All requests are served and their answers taken. */
    public void clear() {
        count = 0;
        inFlight = 0;
        stamp++;
    }

    private int add(byte kind, long line, int mask, long at, int entry, int place) {
        if (count == columns.length()) {
            grow();
        }
        columns.kinds[count] = kind;
        columns.lines[count] = line;
        columns.sectors[count] = mask;
        columns.times[count] = at;
        entries[count] = entry;
        places[count] = place;
        return count++;
    }

    private void grow() {
        int length = 2 * count;
        columns.grow(length);
        doneAt = Arrays.copyOf(doneAt, length);
        entries = Arrays.copyOf(entries, length);
        places = Arrays.copyOf(places, length);
        earlier = Arrays.copyOf(earlier, length);
    }

    /**
     * A load is sent.
     *
     * @param mask the sectors of the line
     * @param entry where the L1 cache will keep them, -1 if it does not
     * @param place its place among the outstanding requests
     * @param slice the slice that serves it
     * @param channel the channel of the line
     */
    public void load(long line, int mask, long at, int entry, int place, int slice, int channel) {
        int request = add(LOAD, line, mask, at, entry, place);
        goesTo(request, slice, channel);
        if (entry >= 0) {
            bringsLine(line, request);
        }
    }

    /**
     * A store is sent.
     *
     * @param mask the sectors of the line
     * @param place its place among the outstanding requests
     * @param slice the slice that serves it
     * @param channel the channel of the line
     */
    public void store(long line, int mask, long at, int place, int slice, int channel) {
        goesTo(add(STORE, line, mask, at, -1, place), slice, channel);
    }

    private void goesTo(int request, int slice, int channel) {
        columns.slices[request] = (short) slice;
        columns.channels[request] = (short) channel;
    }

    /**
     * An access has added all its requests.
     *
     * @param first the first of them
     * @param access the number of the access
     * @param cycle its place in the order of accesses
     */
    public void areOf(int first, int access, long cycle) {
        Arrays.fill(columns.accesses, first, count, access);
        Arrays.fill(columns.cycles, first, count, cycle);
    }

    /** The number of the access of a request. */
    public int access(int request) {
        return columns.accesses[request];
    }

    /** The cycle of the access of a request. */
    public long cycle(int request) {
        return columns.cycles[request];
    }

    /** Their columns. */
    RequestColumns columns() {
        return columns;
    }

    /** A load finds its sectors on the way: it is ready when they are there, and not before a cycle. */
    public void follow(int request, long readyAt) {
        add(FOLLOWS, columns.lines[request], 0, readyAt, -1, request);
    }

    /** A load finds its sectors in the L1 cache, and is ready at a cycle. */
    public void hit(long line, long readyAt) {
        add(HITS, line, 0, readyAt, -1, -1);
    }

    private void bringsLine(long line, int request) {
        earlier[request] = bringing(line);
        if (4 * ++inFlight > 2 * lineAt.length) {
            rehash();
        }
        put(line, request);
    }

    private void put(long line, int request) {
        int at = slot(line);
        while (stampAt[at] == stamp && lineAt[at] != line) {
            at = (at + 1) & (lineAt.length - 1);
        }
        stampAt[at] = stamp;
        lineAt[at] = line;
        requestAt[at] = request;
    }

    private void rehash() {
        int length = 2 * lineAt.length;
        lineAt = new long[length];
        requestAt = new int[length];
        stampAt = new int[length];
        stamp = 1;
        for (int r = 0; r < count; r++) {
            if (columns.kinds[r] == LOAD && entries[r] >= 0) {
                put(columns.lines[r], r);
            }
        }
    }

    private int slot(long line) {
        return (int) ((line * 0x9E3779B97F4A7C15L) >>> 32) & (lineAt.length - 1);
    }

    /** The last request that brings sectors of a line to the L1 cache; -1 if none does. */
    public int bringing(long line) {
        if (inFlight == 0) {
            return -1;
        }
        for (int at = slot(line); stampAt[at] == stamp; at = (at + 1) & (lineAt.length - 1)) {
            if (lineAt[at] == line) {
                return requestAt[at];
            }
        }
        return -1;
    }

    /** Requests are served: when each is done. A following load is done when the request that it follows is. */
    void done(int first, long[] cyclesDone, int at, int length) {
        System.arraycopy(cyclesDone, at, doneAt, first, length);
    }

    /** Whether a request is sent: the L1 cache neither has what it loads, nor is about to. */
    public boolean isSent(int request) {
        return columns.kinds[request] <= STORE;
    }

    /** Its line, or that of the request that it follows. */
    public long line(int request) {
        return columns.lines[request];
    }

    /** Its entry in the L1 cache; -1 without one. */
    public int entry(int request) {
        return entries[request];
    }

    /** Its place among the outstanding requests. */
    public int place(int request) {
        return places[request];
    }

    /** When a served request is done. */
    public long doneAt(int request) {
        return switch (columns.kinds[request]) {
            case FOLLOWS -> Math.max(columns.times[request], lineIsThere(places[request]));
            case HITS -> columns.times[request];
            default -> doneAt[request];
        };
    }

    /** When all sectors on the way to a line of the L1 cache are there, up to those of a request. */
    private long lineIsThere(int request) {
        long there = 0;
        for (int r = request; r >= 0; r = earlier[r]) {
            there = Math.max(there, doneAt[r]);
        }
        return there;
    }
}
