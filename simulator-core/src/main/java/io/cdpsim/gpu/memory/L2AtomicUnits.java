package io.cdpsim.gpu.memory;

import io.cdpsim.gpu.queue.ReservationTable;
import io.cdpsim.gpu.queue.ServiceQueue;
import io.cdpsim.gpu.queue.WordReservations;
import io.cdpsim.profile.L2Spec;

/**
 * The atomic units of the L2 slices: how long atomics occupy a slice and the word that they update, and the latency of the old values.
 *
 * <p>Atomics on different words of a sector overlap; those on one word are serialized. Between floating-point additions to
 * one word the slice serves other requests. An update of the sector that the slice updated last is faster.
 */
final class L2AtomicUnits {
    private final boolean summed;
    private final long sectorService;
    private final long sameAddressService;
    private final long floatLaneService;
    private final long answerService;
    private final WordReservations floatWords;
    private final ReservationTable[] answers;
    private final long behindLoad;
    private final long[] lastSector;
    private final boolean[] isBehindLoad;
    private boolean repeats;
    private long further;

    /**
     * @param slices slices of the L2
     * @param places slices per partition
     */
    L2AtomicUnits(L2Spec l2, int slices, int places) {
        summed = l2.sameAddressFloatCycles() == 0;
        sectorService = ServiceQueue.fractions(l2.atomicSectorCycles());
        sameAddressService = ServiceQueue.fractions(l2.sameAddressAtomicCycles());
        floatLaneService = ServiceQueue.fractions(l2.floatLaneCycles());
        answerService = ServiceQueue.fractions(l2.atomicResponseCycles());
        floatWords = new WordReservations(l2.sameAddressFloatCycles());
        answers = ReservationTable.several(places);
        behindLoad = ServiceQueue.fractions(l2.atomicBehindLoadCycles());
        lastSector = new long[slices];
        isBehindLoad = new boolean[slices];
    }

    /** Whether floating-point additions of a warp's lanes to one word arrive as one request if no lane reads the old value. */
    boolean sumsFloats() {
        return summed;
    }

    /**
     * How long the atomics of a request to one sector occupy their slice, in {@link ServiceQueue} fractions.
     *
     * @param lanesOnAWord most lanes that update one word
     */
    long service(int slice, long sector, int lanesOnAWord, boolean isFloat) {
        repeats = lastSector[slice] == sector;
        lastSector[slice] = sector;
        further = (isFloat && !summed ? floatLaneService : sameAddressService) * (lanesOnAWord - 1);
        long change = isBehindLoad[slice] ? behindLoad : 0;
        isBehindLoad[slice] = false;
        return (repeats ? sameAddressService : sectorService) + change + further;
    }

    /** A slice serves a load. */
    void loads(int slice) {
        isBehindLoad[slice] = true;
    }

    /**
     * When the last update of the request most recently passed to {@link #service} starts.
     *
     * @param place index of the slice in its partition
     * @param start when the slice starts the request
     */
    long lastUpdate(int place, long address, int lanesOnAWord, boolean isFloat, long now, long start) {
        long last = start + ServiceQueue.wholeCycles(further);
        if (isFloat && !summed && (lanesOnAWord > 1 || repeats)) {
            last = Math.max(last, floatWords.lastTurn(address, lanesOnAWord, start));
        }
        return answerService > 0 ? Math.max(last, answers[place].serve(now, answerService)) : last;
    }
}
