package io.cdpsim.gpu.bulk;

import io.cdpsim.gpu.memory.SectorCache;
import io.cdpsim.gpu.queue.ServiceQueue;
import io.cdpsim.kernel.code.BulkMix;
import io.cdpsim.kernel.code.Modifiers;
import io.cdpsim.kernel.code.Opcode;
import io.cdpsim.kernel.code.StateSpace;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.warp.Lanes;

/**
 * Completion times of a loop's accesses on an SM that runs nothing else.
 *
 * <p>Loads from global memory read memory once, sequentially, all warps together: the first warp that loads a sector
 * fetches it, and the others hit it in the nearest cache.
 */
final class LoopMemoryTiming {
    private static final int SHARED_PORT_BYTES = 128;

    private final GpuProfile profile;
    private final int fetchCycles;
    private final int hitCycles;
    private final SectorCache fetched;
    private final ServiceQueue loadPort = new ServiceQueue();
    private final ServiceQueue sharedPort = new ServiceQueue();

    /** @param fetchCycles least wait of the first warp that loads a sector */
    LoopMemoryTiming(GpuProfile profile, int fetchCycles) {
        this.profile = profile;
        this.fetchCycles = fetchCycles;
        boolean cached = profile.l1().cachesGlobalLoads();
        hitCycles = cached ? profile.l1().latencyCycles() : profile.l2().latencyCycles();
        fetched = new SectorCache(
                profile.l1().bytes(), profile.l1().lineBytes(), profile.l1().ways());
    }

    /**
     * A load or a store.
     *
     * @param position position of the loaded bytes, if the access loads from global memory
     * @return when the load is done, or the store is sent
     */
    long access(BulkMix.Step step, long position, long time) {
        Modifiers.Access access = (Modifiers.Access) step.instruction().modifiers();
        long bytes = step.warpBytes();
        if (access.space() == StateSpace.SHARED) {
            long wavefronts = Math.max(1, bytes / SHARED_PORT_BYTES);
            return sharedPort.serve(time, ServiceQueue.fractions((double) wavefronts))
                    + wavefronts
                    - 1
                    + profile.shared().latencyCycles();
        }
        if (access.space() == StateSpace.LOCAL) {
            return loadPort.serve(time, ServiceQueue.fractions(1))
                    + profile.l1().latencyCycles();
        }
        int lineBytes = profile.l2().lineBytes();
        long lines = Math.max(1, bytes / lineBytes);
        long cycles = Math.max(
                lines, (long) Lanes.COUNT * access.bytes() / profile.l1().bytesPerCycle());
        long start = loadPort.serve(time, ServiceQueue.fractions((double) cycles));
        if (step.instruction().opcode() == Opcode.STORE) {
            // No warp waits for a store.
            return start;
        }
        return globalLoad(position, position + bytes, start);
    }

    private long globalLoad(long from, long to, long start) {
        int lineBytes = profile.l2().lineBytes();
        int sectorBytes = profile.l2().sectorBytes();
        long ready = start;
        long at = start;
        for (long line = from / lineBytes; line * lineBytes < to; line++) {
            int sectors = 0;
            for (long sector = Math.max(from, line * lineBytes) / sectorBytes;
                    sector * sectorBytes < Math.min(to, (line + 1) * lineBytes);
                    sector++) {
                sectors |= 1 << (int) (sector - line * (lineBytes / sectorBytes));
            }
            int entry = fetched.find(line);
            int missing = entry < 0 ? sectors : sectors & ~fetched.sectors(entry);
            if (missing != 0) {
                entry = entry < 0 ? fetched.allocate(line) : entry;
                fetched.fill(entry, missing, at + fetchCycles);
            }
            ready = Math.max(ready, Math.max(at + hitCycles, fetched.arrival(entry)));
            at++;
        }
        return ready;
    }
}
