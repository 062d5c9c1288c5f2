package io.cdpsim.gpu;

import io.cdpsim.profile.DramSpec;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.L2Spec;

/**
 * What lies behind the SMs: the L2 cache in slices, DRAM in channels and the link to the host. Says when a request is answered; the
 * values are elsewhere.
 */
final class MemorySystem {
    private final L2Spec l2;
    private final DramSpec dram;
    private final HostLink link;
    private final SectorCache cache;
    private final BulkReads bulkReads;
    private final ServiceCalendar[] slices;
    private final ServiceCalendar[] channels;
    private final long sectorService;
    private final long atomicService;
    private final long dramSectorService;
    private final long rowService;
    private final long sameAddressService;
    private final long[] lastAtomicSector;
    /** For each group of slices with one way to them, the cycle by which the loads of mapped memory that go there have come back. */
    private final long[] mappedUntil;

    private final int slicesOfAWay;

    MemorySystem(GpuProfile profile) {
        l2 = profile.l2();
        dram = profile.dram();
        double coreHertz = profile.clock().coreHertz();
        link = new HostLink(profile.hostLink(), coreHertz, profile.sm().count());
        cache = new SectorCache(l2.bytes(), l2.lineBytes(), l2.ways());
        bulkReads = new BulkReads(cache, l2.lineBytes(), l2.sectorBytes());
        slices = calendars(l2.slices());
        lastAtomicSector = new long[l2.slices()];
        slicesOfAWay = Math.max(1, profile.hostLink().mappedWaySlices());
        mappedUntil = new long[(l2.slices() + slicesOfAWay - 1) / slicesOfAWay];
        channels = calendars(dram.channels());
        sectorService = ServiceQueue.fractions(l2.sectorCyclesPerSlice());
        atomicService = ServiceQueue.fractions(l2.atomicSectorCycles());
        sameAddressService = ServiceQueue.fractions(l2.sameAddressAtomicCycles());
        double channelBytesPerCycle = dram.bytesPerSecond() / coreHertz / dram.channels();
        dramSectorService = ServiceQueue.fractions(l2.sectorBytes() / channelBytesPerCycle);
        rowService = ServiceQueue.fractions(dram.rowCycles());
    }

    private static ServiceCalendar[] calendars(int count) {
        ServiceCalendar[] calendars = new ServiceCalendar[count];
        for (int i = 0; i < count; i++) {
            calendars[i] = new ServiceCalendar();
        }
        return calendars;
    }

    /** What the loads of bulk instructions find in the L2 cache. */
    BulkReads bulkReads() {
        return bulkReads;
    }

    /** Loads sectors of a line. @return when the data is back at the SM */
    long load(long line, int sectorMask, long now) {
        long start = serve(sliceOf(line), now, sectorService * Integer.bitCount(sectorMask));
        int entry = cache.find(line);
        int missing = entry < 0 ? sectorMask : sectorMask & ~cache.sectors(entry);
        if (missing == 0) {
            return Math.max(start + l2.latencyCycles(), cache.arrival(entry));
        }
        if (entry < 0) {
            entry = allocate(line, start);
        }
        long dramStart = read(line, missing, start);
        long done = dramStart + dram.latencyCycles();
        cache.fill(entry, missing, done);
        return done;
    }

    /** Stores to sectors of a line. @return when the L2 has them */
    long store(long line, int sectorMask, long now) {
        long start = serve(sliceOf(line), now, sectorService * Integer.bitCount(sectorMask));
        int entry = cache.find(line);
        if (entry < 0) {
            entry = allocate(line, start);
        }
        cache.write(entry, sectorMask);
        return start + l2.latencyCycles();
    }

    /**
     * One atomic on a word, {@code requests} times one after the other. A slice is done sooner with a sector that it has just worked on.
     *
     * @return when the last old value is back at the SM
     */
    long atomic(long address, int requests, long now) {
        long line = address / l2.lineBytes();
        long globalSector = address / l2.sectorBytes();
        int sector = 1 << (int) (address % l2.lineBytes() / l2.sectorBytes());
        int slice = sliceOf(line);
        long first = lastAtomicSector[slice] == globalSector ? sameAddressService : atomicService;
        lastAtomicSector[slice] = globalSector;
        long service = first + sameAddressService * (requests - 1);
        long start = serve(slice, now, service);
        int entry = cache.find(line);
        long dataThere = now;
        if (entry < 0) {
            entry = allocate(line, now);
        }
        if ((cache.sectors(entry) & sector) == 0) {
            long dramStart = read(line, sector, start);
            dataThere = dramStart + dram.latencyCycles() - l2.latencyCycles();
            cache.fill(entry, sector, dataThere);
        }
        cache.write(entry, sector);
        return Math.max(start + ServiceQueue.wholeCycles(service - first), dataThere) + l2.atomicLatencyCycles();
    }

    /** The link to the host. */
    HostLink link() {
        return link;
    }

    /** Loads from a line of mapped host memory over the link. @return when the load goes out, which is later if others wait for the line */
    long mappedTurn(int sm, long line, long now) {
        long turn = link.turnOf(sm, line, now);
        int way = sliceOf(line) / slicesOfAWay;
        mappedUntil[way] = Math.max(mappedUntil[way], turn + link.latencyCycles());
        return turn;
    }

    private long serve(int slice, long now, long service) {
        long until = mappedUntil[slice / slicesOfAWay];
        long blocked = until > now ? link.wayBlocked(until, now) : 0;
        return slices[slice].serve(now, service) + blocked;
    }

    /** Reads sectors of a line from DRAM. @return when the channel begins with that */
    private long read(long line, int sectorMask, long now) {
        int sectors = Math.max(Integer.bitCount(sectorMask), dram.accessBytes() / l2.sectorBytes());
        return access(line, sectors, now);
    }

    /** A channel moves a few bytes no sooner than it has opened their row. */
    private long access(long line, int sectors, long now) {
        return channels[channelOf(line)].serve(now, Math.max(rowService, dramSectorService * sectors));
    }

    private int allocate(long line, long now) {
        int entry = cache.allocate(line);
        int written = cache.evictedDirtySectors();
        if (written != 0) {
            access(line, Integer.bitCount(written & 0xFF), now);
        }
        return entry;
    }

    private int sliceOf(long line) {
        return spread(line, slices.length);
    }

    private int channelOf(long line) {
        return spread(line >>> 1, channels.length);
    }

    private static int spread(long value, int count) {
        long hash = value * 0xD6E8FEB86659FD93L;
        return (int) (((hash >>> 32) * count) >>> 32);
    }
}
