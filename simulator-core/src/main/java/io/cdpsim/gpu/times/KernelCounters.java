package io.cdpsim.gpu.times;

import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.observe.RunEvent.KernelCounted;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Divides a device's counters among its kernels. One warp runs at a time, so what the counters grow by until a warp of another kernel runs belongs to
 * the kernel of the warps before it.
 */
public final class KernelCounters {
    private static final int COUNTERS = 8;

    private final List<LongSupplier> sources;
    private final long[] before = new long[COUNTERS];
    private final IdentityHashMap<Kernel, long[]> counts = new IdentityHashMap<>();
    private final DeviceEvents events;
    private @Nullable Kernel current;

    /**
     * Counters that start at the device's.
     *
     * @param sources the device's counters, in the order of the components of {@link KernelCounted.Counts}
     */
    public KernelCounters(List<LongSupplier> sources, DeviceEvents events) {
        this.sources = List.copyOf(sources);
        this.events = events;
    }

    /** A warp of a kernel runs from now on. */
    public void runs(Kernel kernel) {
        if (kernel != current) {
            divide();
            current = kernel;
        }
    }

    private void divide() {
        long[] own = current == null ? null : counts.computeIfAbsent(current, any -> new long[COUNTERS]);
        for (int i = 0; i < COUNTERS; i++) {
            long now = sources.get(i).getAsLong();
            if (own != null) {
                own[i] += now - before[i];
            }
            before[i] = now;
        }
    }

    /** A grid of a kernel has ended: publishes what the kernel's counters have grown by since the last grid. */
    public void ends(Kernel kernel, long time) {
        divide();
        long[] own = counts.remove(kernel);
        if (own != null) {
            events.kernelCounted(
                    time,
                    new KernelCounted.Counts(own[0], own[1], own[2], own[3], own[4], own[5], own[6], own[7]),
                    kernel.name());
        }
    }
}
