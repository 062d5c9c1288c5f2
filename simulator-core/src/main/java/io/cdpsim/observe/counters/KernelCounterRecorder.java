package io.cdpsim.observe.counters;

import io.cdpsim.observe.EventKind;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunEvent.BlockEvent;
import io.cdpsim.observe.RunEvent.GridEvent;
import io.cdpsim.observe.RunEvent.KernelCounted;
import io.cdpsim.observe.RunEvent.KernelCounted.Counts;
import io.cdpsim.observe.RunEvent.WarpTime;
import io.cdpsim.observe.RunListener;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Adds the counters of each kernel. A kernel without an ended grid has none. */
public final class KernelCounterRecorder implements RunListener {
    private static final int WARP = 32;

    private record GridShape(String kernel, int warpsPerBlock) {}

    private record Place(int device, int sm, String kernel) {}

    private static final class Sums {
        private long grids;
        private Counts counts = Counts.NONE;
        private long smActiveCycles;
        private long warpCycles;
        private long callCycles;
    }

    /** Blocks of a kernel on an SM. */
    private static final class Residents {
        private int blocks;
        private long since;
    }

    private final Map<Long, GridShape> grids = new HashMap<>();
    private final Map<Place, Residents> residents = new HashMap<>();
    private final Map<String, Sums> kernels = new LinkedHashMap<>();

    /** Starts without any kernel. */
    public KernelCounterRecorder() {}

    @Override
    public Set<EventKind> kinds() {
        return EnumSet.of(EventKind.COUNTER, EventKind.GRID, EventKind.BLOCK, EventKind.WARP);
    }

    @Override
    public void happened(RunEvent event) {
        if (event instanceof GridEvent.Posted posted) {
            grids.put(posted.grid(), new GridShape(posted.kernel(), (posted.threadsPerBlock() + WARP - 1) / WARP));
        } else if (event instanceof GridEvent.BodyEnded ended) {
            GridShape grid = grids.get(ended.grid());
            if (grid != null) {
                of(grid.kernel()).grids++;
            }
        } else if (event instanceof GridEvent.Completed completed) {
            grids.remove(completed.grid());
        } else if (event instanceof BlockEvent.Placed placed) {
            changes(event, placed.grid(), placed.sm(), 1);
        } else if (event instanceof BlockEvent.SwappedIn placed) {
            changes(event, placed.grid(), placed.sm(), 1);
        } else if (event instanceof BlockEvent.Ended ended) {
            changes(event, ended.grid(), ended.sm(), -1);
        } else if (event instanceof BlockEvent.SwappedOut ended) {
            changes(event, ended.grid(), ended.sm(), -1);
        } else if (event instanceof WarpTime warp) {
            GridShape grid = grids.get(warp.grid());
            if (grid != null) {
                of(grid.kernel()).callCycles += warp.callCycles();
            }
        } else if (event instanceof KernelCounted counted) {
            Sums sums = of(counted.kernel());
            sums.counts = sums.counts.and(counted.counts());
        }
    }

    private Sums of(String kernel) {
        return kernels.computeIfAbsent(kernel, any -> new Sums());
    }

    /** A block comes to an SM or leaves it. */
    private void changes(RunEvent event, long number, int sm, int change) {
        GridShape grid = grids.get(number);
        if (grid == null) {
            return;
        }
        long time = event.timeCycles();
        Residents there =
                residents.computeIfAbsent(new Place(event.device(), sm, grid.kernel()), any -> new Residents());
        Sums sums = of(grid.kernel());
        if (there.blocks > 0) {
            sums.smActiveCycles += Math.max(0, time - there.since);
        }
        there.since = Math.max(there.since, time);
        there.blocks += change;
        // Each warp is there from its block's arrival to its end.
        sums.warpCycles -= change * time * grid.warpsPerBlock();
    }

    /** The counters by kernel, in the order of the first launches. */
    public Map<String, KernelProfile> byKernel() {
        Map<String, KernelProfile> profiles = new LinkedHashMap<>();
        kernels.forEach((kernel, sums) -> {
            if (sums.grids > 0) {
                profiles.put(
                        kernel,
                        new KernelProfile(
                                sums.grids, sums.counts, sums.smActiveCycles, sums.warpCycles, sums.callCycles));
            }
        });
        return profiles;
    }
}
