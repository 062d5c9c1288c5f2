package io.cdpsim.workloads.nbody;

import io.cdpsim.observe.EventKind;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunEvent.MemoryEvent;
import io.cdpsim.observe.RunListener;
import java.util.EnumSet;
import java.util.Set;

/** The time of the copies of a step on each GPU: its first copy is to the GPU, its second from it. */
final class CopyTimes implements RunListener {
    private final long[] startedAt;
    private final int[] copies;
    private final long[][] longest = new long[2][];

    CopyTimes(int gpus) {
        startedAt = new long[gpus];
        copies = new int[gpus];
        longest[0] = new long[gpus];
        longest[1] = new long[gpus];
    }

    @Override
    public Set<EventKind> kinds() {
        return EnumSet.of(EventKind.MEMORY);
    }

    @Override
    public void happened(RunEvent event) {
        if (event instanceof MemoryEvent.Started started && started.operation() == MemoryEvent.Operation.COPY) {
            startedAt[started.device()] = started.timeCycles();
        } else if (event instanceof MemoryEvent.Ended ended && ended.operation() == MemoryEvent.Operation.COPY) {
            int gpu = ended.device();
            longest[copies[gpu] % 2][gpu] += ended.timeCycles() - startedAt[gpu];
            copies[gpu]++;
        }
    }

    /** Cycles of all copies to the GPU, the slowest GPU of each step. */
    long toDevice() {
        return most(longest[0]);
    }

    /** Cycles of all copies from the GPU, the slowest GPU of each step. */
    long toHost() {
        return most(longest[1]);
    }

    private static long most(long[] cycles) {
        long most = 0;
        for (long each : cycles) {
            most = Math.max(most, each);
        }
        return most;
    }
}
