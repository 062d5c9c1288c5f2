package io.cdpsim.workloads.nbody;

import io.cdpsim.observe.EventKind;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunEvent.MemoryEvent;
import io.cdpsim.observe.RunListener;
import java.util.EnumSet;
import java.util.Set;

/** How long the copies of a step took on each GPU: of its copies the first goes to the GPU, and the next comes back. */
final class CopyTimes implements RunListener {
    private final long[] begun;
    private final int[] copies;
    private final long[][] longest = new long[2][];

    CopyTimes(int gpus) {
        begun = new long[gpus];
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
            begun[started.device()] = started.timeCycles();
        } else if (event instanceof MemoryEvent.Ended ended && ended.operation() == MemoryEvent.Operation.COPY) {
            int gpu = ended.device();
            longest[copies[gpu] % 2][gpu] += ended.timeCycles() - begun[gpu];
            copies[gpu]++;
        }
    }

    /** Cycles of all copies to the GPU where they took longest. */
    long toDevice() {
        return most(longest[0]);
    }

    /** Cycles of all copies back from the GPU where they took longest. */
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
