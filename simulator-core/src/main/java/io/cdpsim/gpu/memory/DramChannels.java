package io.cdpsim.gpu.memory;

import io.cdpsim.gpu.queue.ReservationTable;
import io.cdpsim.gpu.queue.ServiceQueue;
import io.cdpsim.profile.DramSpec;
import io.cdpsim.profile.GpuProfile;

/** The channels of device memory. A read or write occupies its channel for the time of its bytes and its row. */
final class DramChannels {
    private final ReservationTable[] channels;
    private final MemoryTraffic traffic;
    private final int sectorBytes;
    private final int sectorsPerRead;
    private final long sectorService;
    private final long readRowService;
    private final long writeRowService;

    DramChannels(GpuProfile profile, MemoryTraffic traffic) {
        DramSpec dram = profile.dram();
        this.traffic = traffic;
        sectorBytes = profile.l2().sectorBytes();
        channels = ReservationTable.several(dram.channels());
        sectorsPerRead = dram.accessBytes() / sectorBytes;
        double bytesPerCycle =
                dram.bandwidth().bytesPerSecond() / profile.clock().coreHertz() / dram.channels();
        sectorService = ServiceQueue.fractions(sectorBytes / bytesPerCycle);
        readRowService = ServiceQueue.fractions(dram.rowCycles());
        writeRowService = ServiceQueue.fractions(dram.writeRowCycles());
    }

    /** Reads sectors of a line. @return when the channel starts the read */
    long read(long line, int sectorMask, long now) {
        int sectors = Math.max(Integer.bitCount(sectorMask), sectorsPerRead);
        traffic.dramReadBytes += (long) sectors * sectorBytes;
        return access(line, sectors, readRowService, now);
    }

    /** Writes sectors of a line that the L2 evicts. */
    void writeBack(long line, int sectorMask, long now) {
        traffic.dramWrittenBytes += (long) Integer.bitCount(sectorMask) * sectorBytes;
        access(line, Integer.bitCount(sectorMask), writeRowService, now);
    }

    /** Counts a read of sectors of a line that takes no time. */
    void readUntimed(int sectorMask) {
        traffic.untimedSectors += Math.max(Integer.bitCount(sectorMask), sectorsPerRead);
    }

    /** Counts a write of sectors of a line that takes no time. */
    void writtenUntimed(int sectorMask) {
        traffic.untimedSectors += Integer.bitCount(sectorMask);
    }

    /** A short access occupies its channel until its row is open. */
    private long access(long line, int sectors, long rowService, long now) {
        int channel = L2Slices.spread(line >>> 1, channels.length);
        return channels[channel].serve(now, Math.max(rowService, sectorService * sectors));
    }
}
