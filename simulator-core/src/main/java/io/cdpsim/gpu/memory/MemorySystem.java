package io.cdpsim.gpu.memory;

import io.cdpsim.gpu.link.HostLink;
import io.cdpsim.gpu.link.LinkBypass;
import io.cdpsim.gpu.link.PeerLink;
import io.cdpsim.gpu.queue.OutstandingRequests;
import io.cdpsim.gpu.queue.RequestBatch;
import io.cdpsim.gpu.queue.ReservationTable;
import io.cdpsim.gpu.queue.ServiceQueue;
import io.cdpsim.profile.DramSpec;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.L2Spec;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The memory behind the SMs: L2 slices, DRAM channels and the host link. It computes when a request is done; {@link DeviceData}
 * holds the values.
 */
public final class MemorySystem {
    /** For so many requests at a time the tags are read ahead. */
    private static final int READ_AHEAD_REQUESTS = 256;

    private final L2Spec l2;
    private final MemoryTraffic traffic = new MemoryTraffic();
    private MemoryTraffic[] trafficOfPart = {};
    private final DramSpec dramSpec;
    private final HostLink link;
    private final DramChannels dram;
    private final L2Slices map;
    private final L2Tags tags;
    private final int channels;
    private final GridStarts gridStarts = new GridStarts();
    private final AccessFollowing following = new AccessFollowing();
    private final L2AtomicUnits atomics;
    private final InterconnectLatency interconnect;
    private final AddressInterleave inSectors;
    private final AddressInterleave inLines;
    private final ReservationTable[] slices;
    private final long requestService;
    private final long sectorService;
    private final long storeSectorService;
    private final long sameLineService;
    private final int sectorsOfLine;
    private final long[] lastLine;
    private final long storeToLoadService;
    private final long[] lastStored;
    private final long[] readableAt;
    /** For each group of slices that share a path, the cycle by which its loads of mapped memory have returned. */
    private final long[] mappedUntil;

    private final AddressInterleave inPaths;
    private boolean keepsTags;
    private final PeerLink peerLink;
    private final PeerMemory peers;

    /** The memory system of the only device of a machine. */
    public MemorySystem(GpuProfile profile, long seed) {
        this(profile, seed, PeerMemory.none());
    }

    /**
     * The memory system of a device.
     *
     * @param seed decides which parts of copies bypass loads of mapped memory
     * @param peers the memories of other devices
     */
    public MemorySystem(GpuProfile profile, long seed, PeerMemory peers) {
        this.peers = peers;
        peerLink = new PeerLink(profile);
        l2 = profile.l2();
        dramSpec = profile.dram();
        link = new HostLink(
                profile.hostLink(),
                LinkBypass.drawn(profile.hostLink(), seed),
                profile.clock().coreHertz(),
                profile.sm().count());
        dram = new DramChannels(profile);
        map = new L2Slices(l2);
        tags = new L2Tags(l2, map, dram, profile.dram().channels());
        channels = profile.dram().channels();
        atomics = new L2AtomicUnits(l2, map.count(), map.places());
        interconnect = new InterconnectLatency(profile, map);
        inSectors = AddressInterleave.of(l2.sectorBytes());
        inLines = AddressInterleave.of(l2.lineBytes() / l2.sectorBytes());
        slices = ReservationTable.several(map.count());
        lastLine = new long[map.count()];
        lastStored = new long[map.count()];
        readableAt = new long[map.count()];
        inPaths = AddressInterleave.of(Math.max(1, profile.hostLink().mappedBlockedSlices()));
        mappedUntil = new long[(int) inPaths.number(map.count() - 1) + 1];
        requestService = ServiceQueue.fractions(l2.requestCycles());
        sectorService = ServiceQueue.fractions(l2.sectorCyclesPerSlice());
        storeSectorService = ServiceQueue.fractions(l2.storeSectorCycles());
        sameLineService = ServiceQueue.fractions(l2.sameLineCycles());
        storeToLoadService = ServiceQueue.fractions(l2.storeToLoadCycles());
        sectorsOfLine = l2.lineBytes() / l2.sectorBytes();
    }

    /** The L2 partition near an SM. */
    public int partitionOfSm(int sm) {
        return map.partitionOfSm(sm);
    }

    /** When grids start. */
    public GridStarts gridStarts() {
        return gridStarts;
    }

    /** Counts of accesses. */
    public MemoryTraffic traffic() {
        return traffic;
    }

    /** The tags of each L2 partition. */
    public SectorCache[] l2Partitions() {
        return tags.partitions();
    }

    /** The least time from a request of an SM to the L2 cache until it is done, cycles. */
    public int leastCycles() {
        return l2.latencyCycles() + interconnect.least();
    }

    /** The slice that serves a load of an SM. */
    int sliceOfLoad(int sm, long line) {
        return map.forLoads(sm, line);
    }

    /** The slice that serves a store. */
    int sliceOfStore(long line) {
        return map.home(line);
    }

    /** The channel that a line belongs to. */
    int channel(long line) {
        return DramChannels.channel(line, channels);
    }

    /** Divides requests that are about to be served among parts, by their slices. {@link #startAtSlices} follows for each part. */
    public void divideAmongSlices(RequestBatch batch, int parts) {
        batch.divideAmongSlices(map.count(), map.places(), parts);
    }

    /**
     * The first step of the service of requests: when their slices start them. Different threads may run it for different parts. {@link #divideAmongChannels} follows when
     * all are done.
     */
    public void startAtSlices(RequestBatch.Part part) {
        for (int i = 0; i < part.count(); i++) {
            int slice = part.slice(i);
            int sectors = part.sectors(i);
            long start = part.isLoad(i)
                    ? startLoad(slice, part.line(i), sectors, part.time(i))
                    : startStore(slice, part.line(i), sectors, part.time(i));
            part.done(i, start);
        }
    }

    /** Divides requests that their slices have started among parts, by the channels of the memory. {@link #serveAtChannels} follows for each part. */
    public void divideAmongChannels(RequestBatch batch, int parts) {
        batch.join();
        batch.divideAmongChannels(channels, parts);
        if (trafficOfPart.length < parts) {
            trafficOfPart = Arrays.copyOf(trafficOfPart, parts);
        }
    }

    /**
     * The second step: when the L2 cache or the memory answers. Different threads may run it for different parts, since the tags are divided as the channels are.
     * {@link #finish} follows when all are done.
     *
     * @param number the part's number
     */
    public void serveAtChannels(RequestBatch.Part part, int number) {
        // Made by the thread that counts, so that no other thread writes beside it.
        MemoryTraffic count = new MemoryTraffic();
        for (int first = 0; first < part.count(); first += READ_AHEAD_REQUESTS) {
            int end = Math.min(part.count(), first + READ_AHEAD_REQUESTS);
            for (int i = first; i < end; i++) {
                count.readAhead += tags.readAhead(part.line(i));
            }
            for (int i = first; i < end; i++) {
                int sm = part.place(i);
                long done = part.isLoad(i)
                        ? loaded(sm, part.slice(i), part.line(i), part.sectors(i), part.time(i), count)
                        : stored(sm, part.slice(i), part.line(i), part.sectors(i), part.time(i), count);
                part.done(i, done);
            }
        }
        trafficOfPart[number] = count;
    }

    /** All requests of a batch are served. */
    public void finish(RequestBatch batch) {
        batch.join();
        for (MemoryTraffic each : trafficOfPart) {
            each.moveTo(traffic);
        }
    }

    /** Loads sectors of a line. @return when the data is back at the SM */
    long load(int sm, long line, int sectorMask, long now) {
        if (isElsewhere(line)) {
            return peerLink.load(Integer.bitCount(sectorMask), now);
        }
        int slice = map.forLoads(sm, line);
        return loaded(sm, slice, line, sectorMask, startLoad(slice, line, sectorMask, now), traffic);
    }

    /** When a slice starts a load. The home of its line serves it soon behind a store, since the other partition has lost the line. */
    private long startLoad(int near, long line, int sectorMask, long now) {
        int home = map.home(near, line);
        boolean isBehindStore = lastStored[home] == line && readableAt[home] > now;
        int slice = isBehindStore ? home : near;
        long service = service(sectorMask);
        if (isBehindStore) {
            readableAt[home] = 0;
            service = Math.max(service, storeToLoadService);
        } else if (sameLineService > 0 && lastLine[slice] == line) {
            int sectors = Integer.bitCount(sectorMask);
            service = Math.min(service, Math.max(sectorService, sameLineService * sectors / sectorsOfLine));
        }
        lastLine[slice] = line;
        atomics.loads(slice);
        return serve(slice, now, service);
    }

    /** When the data of a load that its slice starts at a cycle is back at the SM. */
    private long loaded(int sm, int slice, long line, int sectorMask, long start, MemoryTraffic count) {
        int latency = l2.latencyCycles() + interconnect.cycles(sm, slice);
        SectorCache cache = tags.partition(map.partitionOfSm(sm));
        int entry = cache.find(line);
        int missing = entry < 0 ? sectorMask : sectorMask & ~cache.sectors(entry);
        count.l2Sectors += Integer.bitCount(sectorMask);
        count.l2HitSectors += Integer.bitCount(sectorMask & ~missing);
        if (missing == 0) {
            return Math.max(start + latency, cache.arrival(entry));
        }
        if (entry < 0) {
            entry = tags.allocate(cache, line, start, count);
        }
        long elsewhere = tags.inOtherPartition(cache, line, missing);
        count.l2HitSectors += elsewhere >= 0 ? Integer.bitCount(missing) : 0;
        count.farSectors += elsewhere >= 0 ? Integer.bitCount(missing) : 0;
        long done = elsewhere >= 0
                ? Math.max(start + latency + l2.remotePartitionCycles(), elsewhere)
                : dram.read(line, missing, start, count) + dramSpec.latencyCycles() + latency - l2.latencyCycles();
        cache.fill(entry, missing, done);
        return done;
    }

    /**
     * Stores to sectors of a line. The home partition holds them, and the SM's own partition does too; others lose them.
     *
     * @param sectorMask the sectors, marked as by {@link Coalescer#markParts}
     * @return when the L2 has them
     */
    long store(int sm, long line, int sectorMask, long now) {
        if (isElsewhere(line)) {
            return peerLink.store(Integer.bitCount(sectorMask & Coalescer.SECTORS), now);
        }
        int slice = map.home(line);
        return stored(sm, slice, line, sectorMask, startStore(slice, line, sectorMask, now), traffic);
    }

    /** When a slice starts a store. */
    private long startStore(int slice, long line, int marked, long now) {
        int sectorMask = marked & Coalescer.SECTORS;
        long service = Math.max(service(sectorMask), storeSectorService * Integer.bitCount(sectorMask));
        long start = serve(slice, now, service);
        lastStored[slice] = line;
        readableAt[slice] = start + l2.storeToLoadCycles();
        return start;
    }

    /**
     * When the L2 has what a store brings that its slice starts at a cycle. It reads from memory the rest of sectors that are written in part. Nobody waits for that, but
     * for the memory to accept the read.
     */
    private long stored(int sm, int slice, long line, int marked, long start, MemoryTraffic count) {
        int sectorMask = marked & Coalescer.SECTORS;
        count.l2Sectors += Integer.bitCount(sectorMask);
        count.l2HitSectors += Integer.bitCount(sectorMask);
        SectorCache cache = tags.partition(map.partitionOfSlice(slice));
        int entry = tags.entry(cache, line, start, count);
        int incomplete = marked >>> Coalescer.PART_SHIFT & ~cache.sectors(entry);
        long accepted = incomplete == 0 || tags.inOtherPartition(cache, line, incomplete) >= 0
                ? start
                : dram.read(line, incomplete, start, count);
        cache.write(entry, sectorMask);
        SectorCache near = tags.partition(map.partitionOfSm(sm));
        tags.dropElsewhere(cache, near, line, sectorMask);
        if (near != cache) {
            near.fill(tags.entry(near, line, start, count), sectorMask, start);
        }
        return accepted + l2.latencyCycles() + interconnect.cycles(sm, slice);
    }

    private boolean isElsewhere(long line) {
        return !peers.isEmpty() && peers.isElsewhere(line * l2.lineBytes());
    }

    private long service(int sectorMask) {
        return Math.max(requestService, sectorService * Integer.bitCount(sectorMask));
    }

    /**
     * Runs the atomics of a warp's lanes on one sector. Then only the home partition holds its line.
     *
     * @param address address of one of the words
     * @param lanesOnAWord most lanes that update one word
     * @param returnsValues whether a lane reads its old value
     * @param isFloat whether they are floating-point operations
     * @param waiting the lanes of the SM that wait for their slice, which these join; null where any number may wait
     * @return when the last old value is back at the SM
     */
    long atomic(
            int sm,
            long address,
            int lanesOnAWord,
            boolean returnsValues,
            boolean isFloat,
            long now,
            @Nullable OutstandingRequests waiting) {
        int updates = returnsValues || !atomics.sumsFloats() ? lanesOnAWord : 1;
        if (peers.isElsewhere(address)) {
            enter(waiting, now, lanesOnAWord);
            return peerLink.load(updates, now);
        }
        long globalSector = inSectors.number(address);
        long line = inLines.number(globalSector);
        int sector = 1 << (int) inLines.within(globalSector);
        int slice = map.home(line);
        int home = map.partitionOfSlice(slice);
        long start = serve(slice, now, atomics.service(slice, globalSector, updates, isFloat));
        int place = slice - home * map.places();
        long lastUpdate = atomics.lastUpdate(place, address, updates, isFloat, now, start);
        enter(waiting, lastUpdate, lanesOnAWord);
        SectorCache cache = tags.partition(home);
        int entry = tags.entry(cache, line, now, traffic);
        long dataThere = now;
        traffic.l2Sectors++;
        traffic.l2HitSectors++;
        if ((cache.sectors(entry) & sector) == 0) {
            long elsewhere = tags.inOtherPartition(cache, line, sector);
            traffic.l2HitSectors -= elsewhere >= 0 ? 0 : 1;
            dataThere = elsewhere >= 0
                    ? Math.max(now, elsewhere)
                    : dram.read(line, sector, start, traffic) + dramSpec.latencyCycles() - l2.latencyCycles();
            cache.fill(entry, sector, dataThere);
        }
        cache.write(entry, sector);
        tags.dropElsewhere(cache, cache, line, (1 << sectorsOfLine) - 1);
        boolean far = map.partitionOfSm(sm) != home;
        int latency =
                l2.atomicLatencyCycles() + (far ? l2.remotePartitionCycles() : 0) + interconnect.cycles(sm, slice);
        return Math.max(lastUpdate, dataThere) + latency;
    }

    private static void enter(@Nullable OutstandingRequests waiting, long until, int lanes) {
        if (waiting != null) {
            waiting.enter(until, lanes);
        }
    }

    /**
     * A copy or a fill has written memory through the L2. The home partition holds it, so the first load from another partition is far.
     * Takes no simulated time: the copy accounts for it.
     */
    public void written(long address, long bytes) {
        if (!peers.isElsewhere(address)) {
            tags.written(address, bytes);
        }
    }

    /** The same of a range that is written in pieces, one after the other, each of which fits into the L2. */
    public void writtenInPieces(long address, long bytes) {
        if (!peers.isElsewhere(address)) {
            tags.writtenInPieces(address, bytes);
        }
    }

    /** A bulk copy of an SM has written memory through the L2. Takes no simulated time: the copy accounts for it. */
    void writtenBy(int sm, long address, long bytes) {
        if (!peers.isElsewhere(address)) {
            tags.writtenBy(tags.partition(map.partitionOfSm(sm)), address, bytes);
        }
    }

    /**
     * Puts the L2 into the state after SMs of all partitions have loaded a memory range repeatedly: each partition holds all of it, or, if
     * it does not fit, the part whose home the partition is. Takes no simulated time.
     */
    public void loadedEverywhere(long address, long bytes) {
        tags.loadedEverywhere(address, bytes);
    }

    /** Whether accesses without time reach the tags. */
    public AccessFollowing following() {
        return following;
    }

    /** From now on accesses without time reach the tags too. */
    public void keepsTags() {
        keepsTags = true;
    }

    /** The accesses of blocks of an SM that run without time; null where they leave no trace. */
    @Nullable
    UntimedAccesses untimedAccesses(int sm) {
        return keepsTags ? new UntimedAccesses(traffic, tags, following, map, dram, sm, l2) : null;
    }

    /** The host link. */
    public HostLink link() {
        return link;
    }

    /** Loads from a line of mapped host memory. @return when the load is sent to the host, later if other loads wait for the line */
    long mappedTurn(int sm, long line, long now) {
        long turn = link.turnOf(sm, line, now);
        int path = (int) inPaths.number(map.home(line));
        mappedUntil[path] = Math.max(mappedUntil[path], turn + link.latencyCycles());
        return turn;
    }

    private long serve(int slice, long now, long service) {
        long until = mappedUntil[(int) inPaths.number(slice)];
        long blocked = until > now ? link.pathBlocked(until, now) : 0;
        return slices[slice].serve(now, service) + blocked;
    }
}
