package io.cdpsim.gpu.parallel;

import io.cdpsim.gpu.sm.Sm;

/**
 * Runs the SMs of a device ahead on several threads, a window at a time. No result depends on the number of threads, nor on whether a window is run so at all.
 */
public final class SideBySide {
    /** A window with less to run than this is left to the calling thread. */
    private static final int WORTHWHILE_SMS = 2;

    /** After a window that was not worthwhile, so many are left out, then twice as many. */
    private static final int MOST_LEFT_OUT = 64;

    private final Sm[] sms;
    private final Sm[] withWork;
    private final ThreadTeam team;
    private long windowEnd;
    private long now;
    private int leaveOut;
    private int leftOut;

    /**
     * Runs SMs side by side.
     *
     * @param sms the SMs of a device
     * @param threads at least 2
     */
    public SideBySide(Sm[] sms, int threads) {
        this.sms = sms.clone();
        withWork = new Sm[sms.length];
        team = new ThreadTeam(threads, part -> withWork[part].runAhead(now));
    }

    /** The clock has reached a cycle at which an SM resumes. In a new window, all SMs run ahead to its end. */
    public void reaches(long cycle) {
        if (cycle < windowEnd) {
            return;
        }
        windowEnd = sms[0].endOfWindow(cycle);
        if (leftOut < leaveOut) {
            leftOut++;
            return;
        }
        leftOut = 0;
        now = cycle;
        int count = 0;
        for (Sm sm : sms) {
            if (sm.hasWorkAhead(cycle)) {
                withWork[count++] = sm;
            }
        }
        if (count < WORTHWHILE_SMS) {
            leaveOut = Math.min(MOST_LEFT_OUT, 2 * leaveOut + 1);
            return;
        }
        leaveOut = 0;
        team.run(count);
    }
}
