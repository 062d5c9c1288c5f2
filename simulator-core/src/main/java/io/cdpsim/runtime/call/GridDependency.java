package io.cdpsim.runtime.call;

import io.cdpsim.gpu.Gpu;
import io.cdpsim.gpu.block.Warp;
import java.util.ArrayList;
import java.util.List;

/** The completion of work in a stream, for which threads of a dependent grid behind it wait (rule D-2). */
public final class GridDependency {
    private final List<Warp> waiting = new ArrayList<>(0);
    private boolean complete;
    private long goesOnAt;

    /** Work that is not complete. */
    public GridDependency() {}

    /** The work is complete; threads that wait for it go on at a cycle. */
    public void complete(Gpu gpu, long waitsEnd) {
        complete = true;
        goesOnAt = waitsEnd;
        for (Warp warp : waiting) {
            gpu.resume(warp, waitsEnd);
        }
        waiting.clear();
    }

    /** A warp waits. @return when it goes on, or -1 if that is not known yet */
    public long await(Warp warp, long now) {
        if (complete) {
            return Math.max(now, goesOnAt);
        }
        waiting.add(warp);
        return -1;
    }
}
