package io.cdpsim.gpu.memory;

import io.cdpsim.gpu.queue.ReservationTable;
import io.cdpsim.gpu.queue.ServiceQueue;
import io.cdpsim.gpu.queue.WordReservations;
import io.cdpsim.profile.DramSpec;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.L2Spec;

/**
 * What lies behind the SMs: the L2 cache in slices, DRAM in channels and the link to the host. Says when a request is answered; the
 * values are elsewhere.
 */
public final class MemorySystem {
    private final L2Spec l2;
    private final DramSpec dram;
    private final HostLink link;
    /** What each partition of the L2 holds. */
    private final SectorCache[] caches;

    private final L2Slices map;
    private final InterconnectLatency distances;
    private final AddressInterleave inSectors;
    private final AddressInterleave inLines;
    private final ReservationTable[] slices;
    private final ReservationTable[] channels;
    /** For each place of a partition, what brings the old values of atomics back. */
    private final ReservationTable[] answers;

    private final long requestService;
    private final long sectorService;
    private final long sameLineService;
    private final long atomicService;
    private final long sameAddressService;
    private final long floatLaneService;
    private final WordReservations floatWords;
    private final long answerService;
    private final long dramSectorService;
    private final long readRowService;
    private final long writeRowService;
    private final long[] lastLine;
    private final long[] lastAtomicSector;
    /** For each group of slices with one way to them, the cycle by which the loads of mapped memory that go there have come back. */
    private final long[] mappedUntil;

    private final AddressInterleave inWays;

    /** @param seed decides which parts of copies have a way to the host of their own */
    public MemorySystem(GpuProfile profile, long seed) {
        l2 = profile.l2();
        dram = profile.dram();
        double coreHertz = profile.clock().coreHertz();
        link = new HostLink(
                profile.hostLink(),
                LinkBypass.drawn(profile.hostLink(), seed),
                coreHertz,
                profile.sm().count());
        map = new L2Slices(l2);
        distances = new InterconnectLatency(profile, map);
        inSectors = AddressInterleave.of(l2.sectorBytes());
        inLines = AddressInterleave.of(l2.lineBytes() / l2.sectorBytes());
        caches = new SectorCache[map.partitions()];
        for (int i = 0; i < caches.length; i++) {
            caches[i] = new SectorCache(l2.bytes() / caches.length, l2.lineBytes(), l2.ways());
        }
        slices = calendars(map.count());
        answers = calendars(map.places());
        lastLine = new long[map.count()];
        lastAtomicSector = new long[map.count()];
        inWays = AddressInterleave.of(Math.max(1, profile.hostLink().mappedWaySlices()));
        mappedUntil = new long[(int) inWays.number(map.count() - 1) + 1];
        channels = calendars(dram.channels());
        requestService = ServiceQueue.fractions(l2.requestCycles());
        sectorService = ServiceQueue.fractions(l2.sectorCyclesPerSlice());
        sameLineService = ServiceQueue.fractions(l2.sameLineCycles());
        atomicService = ServiceQueue.fractions(l2.atomicSectorCycles());
        sameAddressService = ServiceQueue.fractions(l2.sameAddressAtomicCycles());
        floatLaneService = ServiceQueue.fractions(l2.floatLaneCycles());
        floatWords = new WordReservations(l2.sameAddressFloatCycles());
        answerService = ServiceQueue.fractions(l2.atomicAnswerCycles());
        double channelBytesPerCycle = dram.bytesPerSecond() / coreHertz / dram.channels();
        dramSectorService = ServiceQueue.fractions(l2.sectorBytes() / channelBytesPerCycle);
        readRowService = ServiceQueue.fractions(dram.rowCycles());
        writeRowService = ServiceQueue.fractions(dram.writeRowCycles());
    }

    private static ReservationTable[] calendars(int count) {
        ReservationTable[] calendars = new ReservationTable[count];
        for (int i = 0; i < count; i++) {
            calendars[i] = new ReservationTable();
        }
        return calendars;
    }

    /** Whether floating-point additions of a warp's lanes to one word come as one if nobody wants the old values. */
    boolean sumsOnTheWay() {
        return l2.sameAddressFloatCycles() == 0;
    }

    /** The partition of the L2 cache that an SM is close to. */
    public int partitionOfSm(int sm) {
        return map.partitionOfSm(sm);
    }

    /** What each partition of the L2 cache holds. */
    public SectorCache[] l2Partitions() {
        return caches.clone();
    }

    /** Loads sectors of a line. @return when the data is back at the SM */
    long load(int sm, long line, int sectorMask, long now) {
        int slice = map.forLoads(sm, line);
        long service = service(sectorMask);
        if (sameLineService > 0 && lastLine[slice] == line) {
            service = Math.min(service, sameLineService);
        }
        lastLine[slice] = line;
        long start = serve(slice, now, service);
        int latency = l2.latencyCycles() + distances.cycles(sm, slice);
        SectorCache cache = caches[map.partitionOfSm(sm)];
        int entry = cache.find(line);
        int missing = entry < 0 ? sectorMask : sectorMask & ~cache.sectors(entry);
        if (missing == 0) {
            return Math.max(start + latency, cache.arrival(entry));
        }
        if (entry < 0) {
            entry = allocate(cache, line, start);
        }
        long elsewhere = inOtherPartition(cache, line, missing);
        long done = elsewhere >= 0
                ? Math.max(start + latency + l2.farCycles(), elsewhere)
                : read(line, missing, start) + dram.latencyCycles() + latency - l2.latencyCycles();
        cache.fill(entry, missing, done);
        return done;
    }

    /** From when on another partition than one has some sectors of a line, or -1 if none has. */
    private long inOtherPartition(SectorCache own, long line, int sectorMask) {
        for (SectorCache cache : caches) {
            int entry = cache == own ? -1 : cache.find(line);
            if (entry >= 0 && (sectorMask & ~cache.sectors(entry)) == 0) {
                return cache.arrival(entry);
            }
        }
        return -1;
    }

    /**
     * Stores to sectors of a line. What is at home in another partition stays in the SM's own one too.
     *
     * @return when the L2 has them
     */
    long store(int sm, long line, int sectorMask, long now) {
        int slice = map.home(line);
        long start = serve(slice, now, service(sectorMask));
        SectorCache cache = caches[map.partitionOfSlice(slice)];
        cache.write(entryFor(cache, line, start), sectorMask);
        SectorCache near = caches[map.partitionOfSm(sm)];
        if (near != cache) {
            near.fill(entryFor(near, line, start), sectorMask, start);
        }
        return start + l2.latencyCycles() + distances.cycles(sm, slice);
    }

    private long service(int sectorMask) {
        return Math.max(requestService, sectorService * Integer.bitCount(sectorMask));
    }

    /**
     * The atomics of a warp's lanes on one sector. Lanes on different words are done side by side, those on one word one after the other;
     * between floating-point additions to one word the slice works on others. A slice is done sooner with a sector that it has just worked
     * on.
     *
     * @param address of one of these words
     * @param lanesOnAWord how many lanes meet on a word, at most
     * @param isFloat whether they are floating-point operations
     * @return when the last old value is back at the SM
     */
    long atomic(int sm, long address, int lanesOnAWord, boolean isFloat, long now) {
        long globalSector = inSectors.number(address);
        long line = inLines.number(globalSector);
        int sector = 1 << (int) inLines.within(globalSector);
        int slice = map.home(line);
        int home = map.partitionOfSlice(slice);
        boolean again = lastAtomicSector[slice] == globalSector;
        long first = again ? sameAddressService : atomicService;
        lastAtomicSector[slice] = globalSector;
        boolean chained = isFloat && !sumsOnTheWay();
        long others = (chained ? floatLaneService : sameAddressService) * (lanesOnAWord - 1);
        long start = serve(slice, now, first + others);
        long lastBegins = start + ServiceQueue.wholeCycles(others);
        if (chained && (lanesOnAWord > 1 || again)) {
            lastBegins = Math.max(lastBegins, floatWords.lastTurn(address, lanesOnAWord, start));
        }
        if (answerService > 0) {
            lastBegins = Math.max(lastBegins, answers[slice - home * answers.length].serve(now, answerService));
        }
        SectorCache cache = caches[home];
        int entry = entryFor(cache, line, now);
        long dataThere = now;
        if ((cache.sectors(entry) & sector) == 0) {
            long elsewhere = inOtherPartition(cache, line, sector);
            dataThere = elsewhere >= 0
                    ? Math.max(now, elsewhere)
                    : read(line, sector, start) + dram.latencyCycles() - l2.latencyCycles();
            cache.fill(entry, sector, dataThere);
        }
        cache.write(entry, sector);
        boolean far = map.partitionOfSm(sm) != home;
        int latency = l2.atomicLatencyCycles() + (far ? l2.farCycles() : 0) + distances.cycles(sm, slice);
        return Math.max(lastBegins, dataThere) + latency;
    }

    /**
     * Copies and fills write through the L2: what they leave there lies in the partition where it is at home, so that the first load from
     * another partition comes from afar. Takes no time here; whoever copies knows how long that takes.
     */
    public void written(long address, long bytes) {
        sectorsOf(address, bytes, (line, sectorMask) -> {
            SectorCache home = caches[map.homePartition(line)];
            for (SectorCache cache : caches) {
                if (cache != home) {
                    cache.drop(line, sectorMask);
                }
            }
            home.write(entryOf(home, line), sectorMask);
        });
    }

    /**
     * As if SMs of all partitions had loaded something, again and again: each partition has all of it, or, where that does not fit, what is at home
     * there. Takes no time.
     */
    public void loadedEverywhere(long address, long bytes) {
        boolean fits = bytes <= l2.bytes() / caches.length;
        sectorsOf(address, bytes, (line, sectorMask) -> {
            SectorCache home = caches[map.homePartition(line)];
            for (SectorCache cache : caches) {
                if (fits || cache == home) {
                    cache.fill(entryOf(cache, line), sectorMask, 0);
                }
            }
        });
    }

    private static int entryOf(SectorCache cache, long line) {
        int entry = cache.find(line);
        return entry < 0 ? cache.allocate(line) : entry;
    }

    /** Some sectors of a line. */
    private interface SectorsOfLine {
        void take(long line, int sectorMask);
    }

    /** All sectors of a stretch of memory, but for those before the last that fit into the L2: they would be driven out at once. */
    private void sectorsOf(long address, long bytes, SectorsOfLine sectors) {
        int inLine = l2.lineBytes() / l2.sectorBytes();
        long end = (address + bytes + l2.sectorBytes() - 1) / l2.sectorBytes();
        long begin = Math.max(address / l2.sectorBytes(), end - l2.bytes() / l2.sectorBytes());
        for (long sector = begin; sector < end; ) {
            int first = (int) (sector % inLine);
            int behind = (int) Math.min(inLine, first + end - sector);
            sectors.take(sector / inLine, (1 << behind) - (1 << first));
            sector += behind - first;
        }
    }

    /** The link to the host. */
    public HostLink link() {
        return link;
    }

    /** Loads from a line of mapped host memory over the link. @return when the load goes out, which is later if others wait for the line */
    long mappedTurn(int sm, long line, long now) {
        long turn = link.turnOf(sm, line, now);
        int way = (int) inWays.number(map.home(line));
        mappedUntil[way] = Math.max(mappedUntil[way], turn + link.latencyCycles());
        return turn;
    }

    private long serve(int slice, long now, long service) {
        long until = mappedUntil[(int) inWays.number(slice)];
        long blocked = until > now ? link.wayBlocked(until, now) : 0;
        return slices[slice].serve(now, service) + blocked;
    }

    /** Reads sectors of a line from DRAM. @return when the channel begins with that */
    private long read(long line, int sectorMask, long now) {
        int sectors = Math.max(Integer.bitCount(sectorMask), dram.accessBytes() / l2.sectorBytes());
        return access(line, sectors, readRowService, now);
    }

    /** A channel moves a few bytes no sooner than it has opened their row. */
    private long access(long line, int sectors, long rowService, long now) {
        return channels[channelOf(line)].serve(now, Math.max(rowService, dramSectorService * sectors));
    }

    private int entryFor(SectorCache cache, long line, long now) {
        int entry = cache.find(line);
        return entry < 0 ? allocate(cache, line, now) : entry;
    }

    private int allocate(SectorCache cache, long line, long now) {
        int entry = cache.allocate(line);
        int written = cache.evictedDirtySectors();
        if (written != 0) {
            access(line, Integer.bitCount(written & 0xFF), writeRowService, now);
        }
        return entry;
    }

    private int channelOf(long line) {
        return L2Slices.spread(line >>> 1, channels.length);
    }
}
