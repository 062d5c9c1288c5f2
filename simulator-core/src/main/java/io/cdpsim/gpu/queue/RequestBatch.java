package io.cdpsim.gpu.queue;

import java.util.Arrays;

/**
 * Requests to the L2 cache that several SMs have posted, in the order in which they are served: by cycle, and those of a cycle as they were added. Its own copy
 * of them, side by side in the simulating machine's caches. Reused.
 */
public final class RequestBatch {
    private static final int FEWEST = RequestColumns.FEWEST;

    private int count;
    private final RequestColumns columns = new RequestColumns();
    private short[] sms = new short[FEWEST];
    private short[] places = new short[FEWEST];

    /** The requests in order; and how many there are up to each cycle. */
    private int[] order = new int[FEWEST];

    private int[] upToCycle = new int[512];

    /** Where the requests come from, and the first of each. */
    private PostedRequests[] from = new PostedRequests[16];

    private int[] firstOf = new int[16];
    private int[] firstHere = new int[16];
    private int sources;
    private Part[] parts = {};
    private int[] partOf = {};

    /** Requests that one thread serves, in their order. Its columns are its own, so that threads read on and do not write beside each other. */
    public static final class Part {
        private int count;
        private final RequestColumns columns = new RequestColumns();
        private short[] places = new short[FEWEST];

        /** The number of each request in the batch. */
        private int[] requests = new int[FEWEST];

        private Part() {}

        private void add(RequestColumns from, int request, short place) {
            if (count == columns.length()) {
                columns.grow(2 * count);
                places = Arrays.copyOf(places, 2 * count);
                requests = Arrays.copyOf(requests, 2 * count);
            }
            from.copySent(request, columns, count);
            places[count] = place;
            requests[count++] = request;
        }

        /** How many requests there are. */
        public int count() {
            return count;
        }

        /** Whether a request loads sectors; it stores them otherwise. */
        public boolean isLoad(int i) {
            return columns.kinds[i] == PostedRequests.LOAD;
        }

        /** Its line. */
        public long line(int i) {
            return columns.lines[i];
        }

        /** The sectors of its line. */
        public int sectors(int i) {
            return columns.sectors[i];
        }

        /** The place of its SM as the memory system sees it. */
        public int place(int i) {
            return places[i];
        }

        /** The slice that serves it. */
        public int slice(int i) {
            return columns.slices[i];
        }

        /** When it is sent; once slices have started the requests, when its slice starts it. */
        public long time(int i) {
            return columns.times[i];
        }

        /** It is done, or its slice starts it, at a cycle. */
        public void done(int i, long cycle) {
            columns.times[i] = cycle;
        }
    }

    /** No requests. */
    public RequestBatch() {}

    /** Removes all requests. */
    public void clear() {
        count = 0;
        sources = 0;
    }

    /** How many requests there are. */
    public int count() {
        return count;
    }

    /**
     * Adds requests of an SM.
     *
     * @param sm its number
     * @param place its place as the memory system sees it
     * @param first the first request
     * @param end the request behind the last
     */
    public void add(PostedRequests posted, int sm, int place, int first, int end) {
        int length = end - first;
        while (count + length > columns.length()) {
            grow();
        }
        if (sources == from.length) {
            from = Arrays.copyOf(from, 2 * sources);
            firstOf = Arrays.copyOf(firstOf, 2 * sources);
            firstHere = Arrays.copyOf(firstHere, 2 * sources);
        }
        posted.columns().copy(first, length, columns, count);
        Arrays.fill(sms, count, count + length, (short) sm);
        Arrays.fill(places, count, count + length, (short) place);
        from[sources] = posted;
        firstOf[sources] = first;
        firstHere[sources++] = count;
        count += length;
    }

    private void grow() {
        int length = 2 * columns.length();
        columns.grow(length);
        sms = Arrays.copyOf(sms, length);
        places = Arrays.copyOf(places, length);
        order = new int[length];
    }

    /** Puts the requests in order. */
    public void sort() {
        long first = Long.MAX_VALUE;
        long last = 0;
        for (int r = 0; r < count; r++) {
            first = Math.min(first, columns.cycles[r]);
            last = Math.max(last, columns.cycles[r]);
        }
        int range = Math.toIntExact(last - first + 1);
        if (range >= upToCycle.length) {
            upToCycle = new int[2 * range];
        }
        Arrays.fill(upToCycle, 0, range + 1, 0);
        for (int r = 0; r < count; r++) {
            upToCycle[(int) (columns.cycles[r] - first) + 1]++;
        }
        for (int c = 0; c < range; c++) {
            upToCycle[c + 1] += upToCycle[c];
        }
        for (int r = 0; r < count; r++) {
            order[upToCycle[(int) (columns.cycles[r] - first)]++] = r;
        }
    }

    /** The request at a place of the order. */
    public int at(int place) {
        return order[place];
    }

    /** Whether a request stores sectors. */
    public boolean isStore(int request) {
        return columns.kinds[request] == PostedRequests.STORE;
    }

    /** Its line. */
    public long line(int request) {
        return columns.lines[request];
    }

    /** The number of its SM. */
    public int sm(int request) {
        return sms[request];
    }

    /** The number of its access among those of its SM; all requests of an access follow one another. */
    public int access(int request) {
        return columns.accesses[request];
    }

    /** Whether a request is the first of its access. */
    public boolean isFirst(int request) {
        return request == 0 || !isOfOneAccess(request - 1, request);
    }

    /** Whether the request behind another belongs to the same access. */
    public boolean isOfOneAccess(int request, int next) {
        return next < count && columns.accesses[request] == columns.accesses[next] && sms[request] == sms[next];
    }

    /** Tells the SMs when their requests are done. */
    public void answer() {
        for (int s = 0; s < sources; s++) {
            int end = s + 1 < sources ? firstHere[s + 1] : count;
            from[s].done(firstOf[s], columns.times, firstHere[s], end - firstHere[s]);
        }
    }

    /**
     * Divides the sent requests among parts: each has those of some of the slices.
     *
     * @param places slices of a partition; one part has all slices of the same place
     */
    public void divideAmongSlices(int ofSlices, int places, int among) {
        divide(columns.slices, ofSlices, places, among);
    }

    /** Divides the sent requests among parts: each has those of some of the memory's channels. */
    public void divideAmongChannels(int ofChannels, int among) {
        divide(columns.channels, ofChannels, ofChannels, among);
    }

    private void divide(short[] keys, int ofKeys, int period, int among) {
        if (parts.length < among) {
            int before = parts.length;
            parts = Arrays.copyOf(parts, among);
            Arrays.setAll(parts, i -> i < before ? parts[i] : new Part());
        }
        for (Part part : parts) {
            part.count = 0;
        }
        // Neighbours belong together, since the simulating machine's caches hold them together.
        if (partOf.length < ofKeys) {
            partOf = new int[ofKeys];
        }
        for (int key = 0; key < ofKeys; key++) {
            partOf[key] = key % period * among / period;
        }
        for (int i = 0; i < count; i++) {
            int r = order[i];
            if (columns.kinds[r] <= PostedRequests.STORE) {
                parts[partOf[keys[r]]].add(columns, r, places[r]);
            }
        }
    }

    /** A part by its number. */
    public Part part(int number) {
        return parts[number];
    }

    /** Takes the results of all parts. */
    public void join() {
        for (Part part : parts) {
            for (int i = 0; i < part.count; i++) {
                columns.times[part.requests[i]] = part.columns.times[i];
            }
        }
    }
}
