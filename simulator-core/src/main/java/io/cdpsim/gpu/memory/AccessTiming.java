package io.cdpsim.gpu.memory;

import io.cdpsim.gpu.bank.SharedAtomicTiming;
import io.cdpsim.gpu.bank.SharedMemoryBanks;
import io.cdpsim.gpu.queue.AwaitedCycles;
import io.cdpsim.gpu.queue.OutstandingRequests;
import io.cdpsim.gpu.queue.PostedRequests;
import io.cdpsim.gpu.queue.ServiceQueue;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Modifiers.CachePolicy;
import io.cdpsim.memory.AddressSpace;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.profile.BulkCopySpec;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.profile.GpuProfile.SharedMemorySpec;
import io.cdpsim.profile.L1Spec;
import io.cdpsim.warp.Lanes;
import org.jspecify.annotations.Nullable;

/** Completion times of the accesses of an SM's warps, and the occupancy of its ports, its L1 and the memory system. Moves no values. */
public final class AccessTiming {
    /** Local memory is interleaved by words. */
    private static final int LOCAL_WORD_SHIFT = 2;

    private static final int LANES_OF_A_SECTOR = 0xff;

    private final int sm;
    private final MemorySystem memory;
    private final @Nullable UntimedAccesses untimed;
    private final MemoryTraffic traffic;
    private final GpuProfile profile;
    private final LaneAddresses addresses;
    private final SectorCache l1;
    private final StoredWords stored;
    /** When the SM's warps acquire what other SMs have stored, cycles. */
    private final AwaitedCycles acquisitions = new AwaitedCycles();

    private final Coalescer coalescer;
    private final SharedMemoryBanks banks;
    private final SharedAtomicTiming sharedAtomics;
    private final ServiceQueue port = new ServiceQueue();
    /** Sends atomics on global memory. */
    private final ServiceQueue atomicPort = new ServiceQueue();
    /** Sends the requests of what the L1 does not hold. */
    private final ServiceQueue missPort = new ServiceQueue();

    private final ServiceQueue sharedPort = new ServiceQueue();
    private final ServiceQueue bulkPort = new ServiceQueue();
    private final OutstandingRequests inFlight;
    /** The lanes whose atomics wait for their slices; null if any number may. */
    private final @Nullable OutstandingRequests waitingAtomics;

    private final long callEmptiesEvery;
    private final long oneCycle = ServiceQueue.fractions(1);
    private final int sectorShift;
    private final long sectorFill;
    private final long lineService;
    private final long atomicSector;
    private final long atomicRequest;
    private final long storeSector;
    private final long furtherStoreLine;
    private final long constantAddress;
    private final PostedRequests posted = new PostedRequests();
    /** Sectors of the L1 cache that loads have requested, and found, since they were last added to the device's. */
    private long l1Sectors;

    private long l1HitSectors;
    private ServiceQueue usedPort = port;
    private long takenAt;
    /** The last start of a grid that has emptied the L1 cache. */
    private long emptiedAt = -1;
    /** When a call of the device runtime empties the L1 cache next, if one lasts until then. */
    private long callEmptiesAt = Long.MAX_VALUE;

    private long callsUntil = -1;
    private long replayCycles;

    /**
     * An SM without accesses.
     *
     * @param timed whether its accesses take time
     */
    public AccessTiming(int sm, GpuProfile profile, MemorySystem memory, LaneAddresses addresses, boolean timed) {
        callEmptiesEvery = profile.deviceApi().callEmptiesL1Cycles();
        untimed = timed ? null : memory.untimedAccesses(sm);
        this.sm = sm;
        this.profile = profile;
        this.memory = memory;
        traffic = memory.traffic();
        this.addresses = addresses;
        l1 = new SectorCache(
                profile.l1().bytes(), profile.l1().lineBytes(), profile.l1().ways());
        stored = new StoredWords(l1.entries(), profile.l2().sectorBytes());
        coalescer = new Coalescer(profile.l2().lineBytes(), profile.l2().sectorBytes());
        banks = new SharedMemoryBanks(profile.shared().banks());
        sharedAtomics = new SharedAtomicTiming(profile, banks, sharedPort, addresses.all());
        inFlight = new OutstandingRequests(profile.l1().outstandingRequests());
        int waiting = profile.l1().waitingAtomics();
        waitingAtomics = waiting == 0 ? null : new OutstandingRequests(waiting);
        lineService = ServiceQueue.fractions(profile.l1().lineCycles());
        sectorFill = ServiceQueue.fractions(
                (double) profile.l2().sectorBytes() / profile.l1().fillBytesPerCycle());
        sectorShift = Integer.numberOfTrailingZeros(profile.l2().sectorBytes());
        atomicSector = ServiceQueue.fractions(profile.l1().atomicSectorCycles());
        atomicRequest = ServiceQueue.fractions(profile.l1().atomicRequestCycles());
        storeSector = ServiceQueue.fractions(profile.l1().storeSectorCycles());
        furtherStoreLine = ServiceQueue.fractions(profile.l1().furtherStoreLineCycles());
        constantAddress = ServiceQueue.fractions(profile.l1().constantAddressCycles());
    }

    /** The accesses without time; null where nobody needs them. */
    public @Nullable UntimedAccesses untimed() {
        return untimed;
    }

    /** Lanes have accessed memory, which reaches the tags of the L2 if it takes no time. */
    public void untimed(AddressSpace space, int group, boolean isStore) {
        if (untimed != null && space == AddressSpace.GLOBAL) {
            for (int m = group; m != 0; m &= m - 1) {
                untimed.access(addresses.of(Integer.numberOfTrailingZeros(m)), isStore);
            }
        }
    }

    /** A grid will start on the device at a cycle, which is later than the present one. */
    public void gridStarts(long cycle, long now) {
        memory.gridStarts().add(cycle, now);
    }

    /**
     * A warp of the SM is in a call of the device runtime, whose fences empty the L1 cache again and again.
     *
     * @param from when the call begins
     * @param end when it returns
     */
    public void call(long from, long end) {
        if (callEmptiesEvery == 0) {
            return;
        }
        if (from > callsUntil) {
            callEmptiesAt = from + callEmptiesEvery;
        }
        callsUntil = Math.max(callsUntil, end);
    }

    /** The L1 cache is emptied at a cycle, now or later, since a warp of the SM acquires what other SMs have stored: by a fence, a load or an atomic (SASS's {@code CCTL.IVALL}). */
    public void acquires(long cycle) {
        acquisitions.add(cycle);
    }

    /** Whether a grid, a call or a warp that acquires empties the L1 cache up to a cycle. */
    private boolean isEmptiedBy(long cycle) {
        return memory.gridStarts().lastBy(cycle) > emptiedAt
                || callEmptiesAt <= Math.min(cycle, callsUntil)
                || acquisitions.next() <= cycle;
    }

    /** Empties the L1 cache if a grid, a call or a warp that acquires has done so up to a cycle. */
    private void emptyBy(long cycle) {
        long start = memory.gridStarts().lastBy(cycle);
        if (start > emptiedAt) {
            emptiedAt = start;
            l1.invalidate();
        }
        if (callEmptiesAt <= Math.min(cycle, callsUntil)) {
            callEmptiesAt = cycle + callEmptiesEvery;
            l1.invalidate();
        }
        if (acquisitions.next() <= cycle) {
            while (acquisitions.next() <= cycle) {
                acquisitions.remove();
            }
            l1.invalidate();
        }
    }

    public SectorCache l1() {
        return l1;
    }

    /**
     * Starts an atomic, whose lanes may be in several spaces.
     *
     * @param block number of the block whose warp performs it
     */
    public void startAtomic(int block) {
        replayCycles = 0;
        sharedAtomics.start(block);
    }

    /** The lanes of the atomic whose updates change their words. */
    public void atomicChanges(int lanes) {
        sharedAtomics.changes(lanes);
    }

    /** Until when the warp of the last atomic is in a loop that performs it; 0 if an instruction does. */
    public long atomicLoopsUntil() {
        return sharedAtomics.loopsUntil();
    }

    /** The cycle at which the unit has accepted the last instruction and can accept another one of its scheduler. */
    public long takenAt() {
        return takenAt;
    }

    /** How long the replays of the last atomic take, if several of its lanes share a word; otherwise 0. */
    public long replayCycles() {
        return replayCycles;
    }

    /** All lanes of an instruction have been passed to the unit. */
    public void taken(long time) {
        takenAt = Math.max(time, usedPort.freeAtCycles());
    }

    private void use(AddressSpace space) {
        usedPort = space == AddressSpace.SHARED ? sharedPort : port;
    }

    /** The cycle at which a request is sent: later than due if too many are outstanding. The port is busy until then. */
    private long goesOut(long due) {
        long out = inFlight.freeSlotAtCycle(due);
        if (out > due) {
            port.holdUntil(out);
        }
        return out;
    }

    /** The cycle at which an atomic on global memory can issue: now, or later if too many wait for their slices. */
    public long atomicTurn(long now) {
        return waitingAtomics == null ? now : waitingAtomics.freeSlotAtCycle(now);
    }

    private long answered(long time) {
        inFlight.enter(time);
        return time;
    }

    /**
     * When the values of a load are ready.
     *
     * @param hostAnswer result of {@link #hostAnswer} when the load queued for mapped memory; 0 if it did not queue
     */
    public long load(AddressSpace space, Modifiers.Access access, int group, long hostAnswer, long time) {
        use(space);
        return switch (space) {
            case SHARED ->
                shared(group, access.bytes(), time) + profile.shared().latencyCycles() + neighbour(group);
            case LOCAL ->
                port.serve(time, Math.max(oneCycle, lineService * localLines(group)))
                        + profile.l1().latencyCycles();
            case CONSTANT -> constant(group, time);
            case PARAMETER -> port.serve(time, oneCycle) + profile.l1().latencyCycles();
            case MAPPED -> hostAnswer > 0 ? hostAnswer : mappedLoad(access.bytes(), group, time);
            case GLOBAL -> globalLoad(access, group, time);
        };
    }

    /**
     * When the registers of {@code ldmatrix} are there.
     *
     * @param matrices registers that it writes
     */
    public long matrixLoad(Modifiers.Access row, int group, int matrices, long time) {
        use(AddressSpace.SHARED);
        long conflicts = shared(group, row.bytes(), time) - (matrices - 1);
        SharedMemorySpec spec = profile.shared();
        return conflicts + spec.matrixLatencyCycles() + Math.round((matrices - 1) * spec.furtherMatrixCycles());
    }

    /** The lines that lanes access: those of a warp have words of one local address side by side. */
    private int localLines(int group) {
        return addresses.distinct(group, LOCAL_WORD_SHIFT);
    }

    /** The sectors that lanes store to, which go on to the L2: eight lanes have their words of one local address in one. */
    private int localSectors(int group) {
        if (addresses.isOne(group)) {
            return 0;
        }
        int sectors = 0;
        for (int lanes = LANES_OF_A_SECTOR; lanes != 0; lanes <<= Byte.SIZE) {
            sectors += (group & lanes) == 0 ? 0 : addresses.distinct(group & lanes, LOCAL_WORD_SHIFT);
        }
        return sectors;
    }

    /** Constant memory is read at one address at a time. */
    private long constant(int group, long time) {
        int reads = addresses.distinct(group, 0);
        L1Spec spec = profile.l1();
        return port.serve(time, Math.max(oneCycle, constantAddress * reads))
                + spec.latencyCycles()
                + Math.round((reads - 1) * spec.furtherConstantCycles());
    }

    private long shared(int group, int bytes, long time) {
        // Lanes that read one address share its words, which are in different banks.
        int wavefronts = addresses.isOne(group) && bytes <= banks.bytesAtOnce()
                ? 1
                : banks.wavefronts(addresses.all(), group, bytes);
        return sharedPort.serve(time, oneCycle * wavefronts) + wavefronts - 1;
    }

    private long mappedLoad(int bytes, int group, long time) {
        coalescer.join(addresses.all(), group, bytes);
        long start = port.serve(time, oneCycle * coalescer.count());
        long turn = start;
        for (int i = 0; i < coalescer.count(); i++) {
            turn = Math.max(turn, memory.mappedTurn(sm, coalescer.line(i), start + i));
        }
        return turn + memory.link().latencyCycles();
    }

    /**
     * Queues a load of mapped memory, if other loads wait for one of its lines.
     *
     * @param group its lanes that access mapped memory
     * @return the cycle of its answer, or 0 if no load waits
     */
    public long hostAnswer(int group, int bytes, long time) {
        coalescer.join(addresses.all(), group, bytes);
        for (int i = 0; i < coalescer.count(); i++) {
            if (memory.link().isWaitedFor(coalescer.line(i), time)) {
                return mappedLoad(bytes, group, time);
            }
        }
        return 0;
    }

    /** When the host's memory is read for a load that is answered at a given cycle. */
    public long hostReadsAt(long hostAnswer) {
        return hostAnswer - memory.link().latencyCycles() / 2;
    }

    /** When a fence to the system that reaches the link at a cycle has passed the earlier loads of mapped memory. */
    public long linkPassedAt(long time) {
        return memory.link().passedAt(time);
    }

    /** When all earlier loads of mapped memory, of any SM, have returned. */
    public long linkQuietAt() {
        return memory.link().quietAt();
    }

    private long globalLoad(Modifiers.Access access, int group, long time) {
        coalescer.join(addresses.all(), group, access.bytes());
        return loadJoined(access, group, time, false);
    }

    /** Read-only loads go through the L1 as others do, where it caches global memory. */
    private boolean isCached(Modifiers.Access access) {
        CachePolicy policy = access.cache();
        return (policy == CachePolicy.ALL || policy == CachePolicy.READ_ONLY)
                && profile.l1().cachesGlobalLoads();
    }

    private long loadJoined(Modifiers.Access access, int group, long time, boolean posts) {
        int count = coalescer.count();
        long each = lineService;
        if (lineService < oneCycle && count > 1) {
            // The L1 and shared memory have the same banks.
            each = Math.max(each, oneCycle * banks.wavefronts(addresses.all(), group, access.bytes()) / count);
        }
        int transfers = Integer.bitCount(group) * access.bytes() / profile.l1().bytesPerCycle();
        return loadLines(
                isCached(access),
                addresses.all(),
                group,
                access.bytes(),
                each,
                oneCycle * Math.max(1, transfers),
                time,
                posts);
    }

    /** The place of its SM among the others. */
    public int place() {
        return sm;
    }

    /** The requests that the SM has posted. */
    public PostedRequests posted() {
        return posted;
    }

    /**
     * Whether an access of lanes to global memory can be posted: it is known when each of its requests can be sent. If so, {@link #postLoad} or
     * {@link #postStore} follows.
     */
    public boolean mayPost(int group, int bytes) {
        coalescer.join(addresses.all(), group, bytes);
        return inFlight.knowsSlots(coalescer.count());
    }

    /** Whether the lanes of the access that is about to be posted are a whole warp with consecutive words of one page, each in one register. */
    public boolean isRowOfWords(Modifiers.Access access) {
        return coalescer.isRow()
                && access.count() == 1
                && access.bytes() == Integer.BYTES
                && PagedMemory.onePage(addresses.of(0), addresses.of(Lanes.COUNT - 1));
    }

    /** Whether the L1 cache has all that a load is about to post, so that it needs no answer. Leaves the cache as it is, since the load may have to wait. */
    public boolean hasAll(Modifiers.Access access, int group, long cycle) {
        if (!isCached(access) || isEmptiedBy(cycle)) {
            return false;
        }
        for (int i = 0; i < coalescer.count(); i++) {
            long line = coalescer.line(i);
            int entry = l1.peek(line);
            if (entry < 0
                    || missing(entry, i, addresses.all(), group, access.bytes()) != 0
                    || posted.bringing(line) >= 0) {
                return false;
            }
        }
        return true;
    }

    /** Posts the requests of a load. @return when the values are ready at the earliest; exactly then if it posts no request */
    public long postLoad(Modifiers.Access access, int group, long time) {
        use(AddressSpace.GLOBAL);
        return loadJoined(access, group, time, true);
    }

    /** Posts the requests of a store. @return when it is visible at the earliest */
    public long postStore(Modifiers.Access access, int group, long time) {
        use(AddressSpace.GLOBAL);
        return storeLines(addresses.all(), group, access.bytes(), time, true);
    }

    /**
     * Takes the answers to posted requests.
     *
     * @param from the first request
     * @param end the request behind the last
     * @return when all of them are done
     */
    public long answers(int from, int end) {
        long last = 0;
        for (int r = from; r < end; r++) {
            long done = posted.doneAt(r);
            if (posted.isSent(r)) {
                inFlight.answered(posted.place(r), done);
                if (posted.entry(r) >= 0) {
                    l1.arrive(posted.entry(r), posted.line(r), done);
                }
            }
            last = Math.max(last, done);
        }
        return last;
    }

    /** Adds what the L1 cache has counted to the device's counts. */
    public void count() {
        traffic.l1Sectors += l1Sectors;
        traffic.l1HitSectors += l1HitSectors;
        l1Sectors = 0;
        l1HitSectors = 0;
    }

    /** When a texture fetch has its texels, as if they were loaded through the L1 cache. */
    public long textureFetch(long[] texels, int group, int bytes, long time) {
        use(AddressSpace.GLOBAL);
        coalescer.join(texels, group, bytes);
        return loadLines(true, texels, group, bytes, lineService, oneCycle, time, false);
    }

    /**
     * When the lines that the coalescer has joined are loaded; without the requests that it posts, if it does.
     *
     * @param each time for which each occupies the unit
     * @param least time for which all of them occupy it at least
     */
    private long loadLines(
            boolean cached, long[] places, int group, int bytes, long each, long least, long time, boolean posts) {
        if (cached) {
            emptyBy(time);
        }
        int count = coalescer.count();
        long start = port.serve(time, Math.max(least, each * count));
        long ready = start;
        long out = start;
        for (int i = 0; i < count; i++) {
            long line = coalescer.line(i);
            int sectors = coalescer.sectors(i);
            long at = Math.max(out, start + ServiceQueue.wholeCycles(i * each));
            int entry = cached ? l1.find(line) : -1;
            int missing = entry < 0 ? sectors : missing(entry, i, places, group, bytes);
            l1Sectors += Integer.bitCount(sectors);
            l1HitSectors += Integer.bitCount(sectors & ~missing);
            long done;
            if (missing == 0) {
                done = Math.max(at + profile.l1().latencyCycles(), l1.arrival(entry));
                int bringing = posts ? posted.bringing(line) : -1;
                if (bringing >= 0) {
                    posted.follow(bringing, done);
                } else if (posts) {
                    posted.hit(line, done);
                }
            } else {
                at = goesOut(missPort.serve(at, requestService(missing)));
                out = at;
                if (cached && entry < 0) {
                    entry = allocate(line);
                }
                if (posts) {
                    done = at;
                    if (cached) {
                        l1.expect(entry, missing);
                    }
                    posted.load(
                            line,
                            missing,
                            at,
                            entry,
                            inFlight.enterUnanswered(),
                            memory.sliceOfLoad(sm, line),
                            memory.channel(line));
                } else {
                    done = answered(memory.load(sm, line, missing, at));
                    if (cached) {
                        l1.fill(entry, missing, done);
                    }
                }
            }
            ready = Math.max(ready, done);
        }
        if (!posts) {
            count();
        }
        return ready;
    }

    private void drop(long line, int sectors) {
        int entry = l1.peek(line);
        if (entry >= 0) {
            l1.invalidate(entry, sectors);
            stored.forget(entry, sectors);
        }
    }

    private int allocate(long line) {
        int entry = l1.allocate(line);
        stored.forget(entry);
        return entry;
    }

    /** The sectors of a joined line that a load has to fetch, though its line has an entry. */
    private int missing(int entry, int index, long[] places, int group, int bytes) {
        int missing = coalescer.sectors(index) & ~l1.sectors(entry);
        return missing == 0 || !stored.hasAny(entry)
                ? missing
                : stored.lacking(entry, missing, coalescer.touchedWords(index, places, group, bytes));
    }

    /** The L1 cache has what lanes store to a joined line: its line gets an entry, and loads of these words hit. */
    private void keepStored(int index, long[] places, int group, int bytes, long time) {
        long line = coalescer.line(index);
        int sectors = coalescer.sectors(index) & Coalescer.SECTORS;
        int entry = l1.find(line);
        if (entry < 0) {
            entry = allocate(line);
        }
        int incomplete = coalescer.sectors(index) >>> Coalescer.PART_SHIFT & ~l1.sectors(entry);
        int whole = sectors & ~incomplete;
        if (incomplete != 0) {
            whole |= stored.store(entry, coalescer.words(index, places, group, bytes)) & incomplete;
        }
        l1.fill(entry, whole, time);
    }

    /** Time for which the request of some sectors and their return occupy the way to the L2. */
    private long requestService(int sectors) {
        return Math.max(oneCycle, Integer.bitCount(sectors) * sectorFill);
    }

    /** When a store is visible to other threads. */
    public long store(AddressSpace space, Modifiers.Access access, int group, long time) {
        use(space);
        return switch (space) {
            case SHARED -> shared(group, access.bytes(), time);
            case LOCAL -> port.serve(time, Math.max(oneCycle, sectorFill * localSectors(group)));
            case CONSTANT, PARAMETER -> port.serve(time, oneCycle);
            case MAPPED -> memory.link().store(port.serve(time, oneCycle));
            case GLOBAL -> globalStore(addresses.all(), group, access.bytes(), time);
        };
    }

    /** When a store to a surface is visible to other threads: that of a store to the same places of global memory. */
    public long surfaceStore(long[] places, int group, int bytes, long time) {
        use(AddressSpace.GLOBAL);
        return globalStore(places, group, bytes, time);
    }

    private long globalStore(long[] places, int group, int bytes, long time) {
        coalescer.join(places, group, bytes);
        return storeLines(places, group, bytes, time, false);
    }

    /** When the lines that the coalescer has joined are stored; without the requests that it posts, if it does. */
    private long storeLines(long[] places, int group, int bytes, long time, boolean posts) {
        coalescer.markParts(places, group, bytes);
        int lines = coalescer.count();
        long start = port.serve(
                time,
                Math.max(oneCycle * lines, storeSector * coalescer.sectorCount())
                        + furtherStoreLine * Math.max(0, lines - 1));
        long done = start;
        long out = start;
        boolean keeps = profile.l1().cachesGlobalLoads();
        if (keeps) {
            emptyBy(time);
        }
        for (int i = 0; i < coalescer.count(); i++) {
            out = goesOut(Math.max(out, start + i));
            if (keeps) {
                keepStored(i, places, group, bytes, start);
            }
            if (posts) {
                long line = coalescer.line(i);
                posted.store(
                        line,
                        coalescer.sectors(i),
                        out,
                        inFlight.enterUnanswered(),
                        memory.sliceOfStore(line),
                        memory.channel(line));
            } else {
                done = Math.max(done, answered(memory.store(sm, coalescer.line(i), coalescer.sectors(i), out)));
            }
        }
        return done;
    }

    /**
     * When an atomic is done and its old values, if the instruction returns them, are ready. The L1 loses the sectors that the L2 updates.
     *
     * @param isElected whether one lane performs the atomic for all, or shared memory counts the lanes of each word
     */
    public long atomic(
            AddressSpace space,
            Modifiers.Atomic atomic,
            int group,
            boolean returnsValues,
            boolean isElected,
            long time) {
        usedPort = space == AddressSpace.SHARED ? sharedPort : atomicPort;
        if (space == AddressSpace.SHARED) {
            long done = sharedAtomics.done(group, atomic, isElected, returnsValues, time) + neighbour(group);
            return isElected && returnsValues && profile.shared().nativeAtomics()
                    ? done + profile.l1().electedAtomicCycles()
                    : done;
        }
        if (space == AddressSpace.MAPPED) {
            return mappedLoad(atomic.bytes(), group, time);
        }
        boolean isFloat = atomic.type().isFloat();
        int lineBytes = profile.l2().lineBytes();
        long ready = time;
        for (int left = group; left != 0; ) {
            long address = addresses.of(Integer.numberOfTrailingZeros(left));
            int inSector = addresses.lanesInSector(address >>> sectorShift, sectorShift, left);
            left &= ~inSector;
            int onAWord = isElected ? 1 : addresses.mostLanesAtOne(inSector);
            long out = goesOut(atomicPort.serve(time, atomicSector + atomicRequest * (onAWord - 1)));
            long sent = out + ServiceQueue.wholeCycles(atomicRequest * (onAWord - 1));
            long done = memory.atomic(sm, address, onAWord, returnsValues, isFloat, sent, waitingAtomics);
            drop(address / lineBytes, 1 << (address % lineBytes >>> sectorShift));
            inFlight.enter(done, onAWord);
            if (onAWord > 1) {
                replayCycles = Math.max(replayCycles, done - out);
            }
            ready = Math.max(ready, done);
        }
        return isElected && returnsValues ? ready + profile.l1().electedAtomicCycles() : ready;
    }

    /** When a bulk copy of an SM has the bytes that it reads from global memory. */
    public long bulkLoad(long address, int bytes, long time) {
        BulkCopySpec spec = profile.bulkCopy();
        int lineBytes = profile.l2().lineBytes();
        int sectorBytes = profile.l2().sectorBytes();
        long done = time;
        for (long at = address; at < address + bytes; ) {
            long line = at / lineBytes;
            long end = Math.min((line + 1) * lineBytes, address + bytes);
            int first = (int) (at % lineBytes) / sectorBytes;
            int last = (int) ((end - 1) % lineBytes) / sectorBytes;
            int sectors = (1 << (last + 1)) - (1 << first);
            long out = bulkPort.serve(time, ServiceQueue.fractions((double) (end - at) / spec.loadBytesPerCycle()));
            done = Math.max(done, memory.load(sm, line, sectors, out));
            at = end;
        }
        return done;
    }

    /** When a bulk copy of an SM to global memory has read its bytes. */
    public long bulkStore(long address, int bytes, long time) {
        BulkCopySpec spec = profile.bulkCopy();
        long start = bulkPort.serve(time, ServiceQueue.fractions((double) bytes / spec.storeBytesPerCycle()));
        memory.writtenBy(sm, address, bytes);
        return start + bytes / spec.storeBytesPerCycle() + spec.storeCycles();
    }

    /** When the bytes of a bulk copy of an SM have left for another block's shared memory. */
    public long bulkToNeighbour(int bytes, long time) {
        BulkCopySpec spec = profile.bulkCopy();
        long start = bulkPort.serve(time, ServiceQueue.fractions((double) bytes / spec.neighbourBytesPerCycle()));
        return start + bytes / spec.neighbourBytesPerCycle();
    }

    /** What an access to shared memory takes beyond one to the own, if it goes to another block of the cluster (rule C-3). */
    private int neighbour(int group) {
        return LaneAddresses.isNeighbour(addresses.any(group))
                ? profile.cluster().neighbourCycles()
                : 0;
    }
}
