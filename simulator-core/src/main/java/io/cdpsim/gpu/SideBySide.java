package io.cdpsim.gpu;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.parallel.ThreadTeam;
import io.cdpsim.gpu.posted.RequestOrder;
import io.cdpsim.gpu.sm.Sm;
import io.cdpsim.gpu.times.ExecutionCounters;

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
    private final ExecutionCounters executed;
    private long windowEnd;
    /** Instructions issued before the last window, and when the SMs had run ahead in it. */
    private long issuedBefore;

    private long issuedAhead;
    private int leaveOut;
    private int leftOut;

    /**
     * Runs SMs side by side.
     *
     * @param sms the SMs of a device
     * @param team the threads
     * @param posted serves what SMs post
     * @param executed what the SMs have executed
     */
    SideBySide(Sm[] sms, ThreadTeam team, RequestOrder<Warp> posted, ExecutionCounters executed) {
        this.executed = executed;
        this.posted = posted;
        this.sms = sms.clone();
        withWork = new Sm[sms.length];
        this.team = team;
    }

    /** The clock has reached a cycle at which an SM resumes. In a new window, all SMs run ahead to its end, if that was worthwhile before. */
    void reaches(long cycle) {
        if (cycle < windowEnd) {
            return;
        }
        long last = windowEnd - 1;
        windowEnd = sms[0].endOfWindow(cycle);
        if (!posted.isOpen() && leftOut < leaveOut) {
            leftOut++;
            return;
        }
        posted.serveAllThrough(last);
        boolean pays = !posted.isOpen() || hasPaid();
        if (posted.isOpen() && pays) {
            leaveOut = 0;
        }
        issuedBefore = executed.warpInstructions();
        int count = 0;
        for (Sm sm : sms) {
            if (sm.hasWorkAhead(cycle)) {
                withWork[count++] = sm;
            }
        }
        posted.open(pays && count >= WORTHWHILE_SMS);
        if (posted.isOpen()) {
            team.run(count, part -> withWork[part].runAhead(cycle));
            for (int i = 0; i < count; i++) {
                withWork[i].hasRunAhead();
            }
            issuedAhead = executed.warpInstructions();
        } else {
            for (int i = 0; i < count; i++) {
                withWork[i].takeAnswers();
            }
            leaveOut = Math.min(MOST_LEFT_OUT, 2 * leaveOut + 1);
            leftOut = 0;
        }
    }

    /** Whether the SMs have issued nearly all instructions of the last window while they ran ahead of the clock. */
    private boolean hasPaid() {
        return issuedAhead - issuedBefore >= 9 * (executed.warpInstructions() - issuedAhead);
    }
}
