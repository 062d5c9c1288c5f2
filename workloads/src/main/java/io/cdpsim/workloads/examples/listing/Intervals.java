package io.cdpsim.workloads.examples.listing;

import io.cdpsim.observe.GridLifetime;

/** How the times of two grids lie to each other. */
public final class Intervals {
    private Intervals() {}

    /** {@code "A before B"} if B's first block started once A was complete, {@code "A and B overlap"} if neither waited. */
    public static String order(GridLifetime a, GridLifetime b) {
        if (isBefore(a, b)) {
            return a.kernel() + " before " + b.kernel();
        }
        return isBefore(b, a) ? b.kernel() + " before " + a.kernel() : a.kernel() + " and " + b.kernel() + " overlap";
    }

    /** Whether the first grid, with all it launched, was complete before the second one started. */
    public static boolean isBefore(GridLifetime a, GridLifetime b) {
        return a.completed() <= b.started();
    }
}
