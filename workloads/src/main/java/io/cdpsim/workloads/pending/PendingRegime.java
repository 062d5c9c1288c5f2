package io.cdpsim.workloads.pending;

import io.cdpsim.workloads.MeasuredRegime;
import io.cdpsim.workloads.RegimeMatch;
import java.util.Locale;

/** The measured launch bombs: depths of 3 to 6 at pending limits of 64 to 524,288. */
public final class PendingRegime {
    private static final long SMALL_POOL = 2048;
    private static final long LEAST_POOL = 64;
    private static final long MOST_POOL = 524_288;
    private static final int LEAST_DEPTH = 3;
    private static final int MOST_DEPTH = 6;

    private PendingRegime() {}

    /**
     * The measured regime that a run is like.
     *
     * @param pool entries of the pending-launch pool
     */
    public static RegimeMatch of(PendingSettings settings, long pool) {
        String limits = pool <= SMALL_POOL ? "to 2,048" : "beyond 2,048";
        return RegimeMatch.within(new MeasuredRegime(PendingProgram.NAME, "launch bombs", limits, ""))
                .withOverflows(true)
                .unless(pool >= LEAST_POOL && pool <= MOST_POOL, String.format(Locale.ROOT, "pool of %,d", pool))
                .unless(settings.depth() >= LEAST_DEPTH && settings.depth() <= MOST_DEPTH, "depth " + settings.depth());
    }
}
