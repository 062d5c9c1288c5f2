package io.cdpsim.workloads.recursive;

import io.cdpsim.workloads.MeasuredRegime;
import io.cdpsim.workloads.RegimeMatch;
import java.util.Locale;

/** The measured recursions: 8 to 4,000 levels, each of which launches the next into the NULL stream, at a pending limit of 65,536. */
public final class RecursiveRegime {
    /** The bench of their rows. */
    public static final String BENCH = "deep";

    private static final long POOL = 65_536;
    private static final int LEAST_LEVELS = 8;
    private static final int MOST_LEVELS = 4000;

    private RecursiveRegime() {}

    /**
     * The measured regime that a run is like.
     *
     * @param levels levels below the first grid
     * @param pool entries of the pending-launch pool
     */
    public static RegimeMatch of(int levels, long pool) {
        return RegimeMatch.within(new MeasuredRegime(BENCH, "recursions through the NULL stream", count(POOL), ""))
                .unless(pool == POOL, "pool of " + count(pool))
                .unless(levels >= LEAST_LEVELS && levels <= MOST_LEVELS, "depth " + count(levels));
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
