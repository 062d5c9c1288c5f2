package io.cdpsim.gpu;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.parallel.ThreadTeam;
import io.cdpsim.gpu.posted.RequestOrder;
import io.cdpsim.gpu.sm.Sm;

/**
 * Runs the SMs of a device ahead on several threads, a window at a time. No result depends on the number of threads, nor on whether a window is run so at all.
 */
final class SideBySide {
    /** A window with less to run than this is left to the calling thread. */
    private static final int WORTHWHILE_SMS = 2;

    /** After a window that was not worthwhile, so many are left out, then twice as many. */
    private static final int MOST_LEFT_OUT = 64;

    private final Sm[] sms;
    private final Sm[] withWork;
    private final ThreadTeam team;
    private final RequestOrder<Warp> posted;
    private long windowEnd;
    private int leaveOut;
    private int leftOut;

    /**
     * Runs SMs side by side.
     *
     * @param sms the SMs of a device
     * @param team the threads
     * @param posted serves what SMs post
     */
    SideBySide(Sm[] sms, ThreadTeam team, RequestOrder<Warp> posted) {
        this.posted = posted;
        this.sms = sms.clone();
        withWork = new Sm[sms.length];
        this.team = team;
    }

    /** The clock has reached a cycle at which an SM resumes. In a new window, all SMs run ahead to its end. */
    void reaches(long cycle) {
        if (cycle < windowEnd) {
            return;
        }
        long last = windowEnd - 1;
        windowEnd = sms[0].endOfWindow(cycle);
        if (leftOut < leaveOut) {
            posted.serveThrough(last);
            leftOut++;
            return;
        }
        posted.serveAllThrough(last);
        leftOut = 0;
        int count = 0;
        for (Sm sm : sms) {
            if (sm.hasWorkAhead(cycle)) {
                withWork[count++] = sm;
            }
        }
        if (count < WORTHWHILE_SMS) {
            for (int i = 0; i < count; i++) {
                withWork[i].takeAnswers();
            }
            leaveOut = Math.min(MOST_LEFT_OUT, 2 * leaveOut + 1);
            return;
        }
        leaveOut = 0;
        team.run(count, part -> withWork[part].runAhead(cycle));
        for (int i = 0; i < count; i++) {
            withWork[i].hasRunAhead();
        }
    }
}
