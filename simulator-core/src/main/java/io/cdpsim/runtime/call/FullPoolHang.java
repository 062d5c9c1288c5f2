package io.cdpsim.runtime.call;

import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.gpu.sm.Warp;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.profile.PendingPoolSpec;
import io.cdpsim.profile.Probability;
import io.cdpsim.runtime.launch.PendingLaunchPool;
import io.cdpsim.runtime.launch.StreamTable.StreamKind;
import io.cdpsim.runtime.settings.NondeterministicChoices;

/**
 * What a launch into a full pool leads to besides its error code (finding M-1): hardware may never return from it. Whether it does is drawn
 * from the seed, once a run, with the odds that were measured; the adversarial policy always takes the worst. A run that goes on is warned.
 */
final class FullPoolHang {
    private final PendingPoolSpec.Hang hang;
    private final PendingLaunchPool pool;
    private final NondeterministicChoices freedom;
    private final DeviceEvents events;
    private boolean warned;
    private String hung = "";

    FullPoolHang(
            PendingPoolSpec.Hang hang, PendingLaunchPool pool, NondeterministicChoices freedom, DeviceEvents events) {
        this.hang = hang;
        this.pool = pool;
        this.freedom = freedom;
        this.events = events;
    }

    /**
     * Launches of a warp were refused.
     *
     * @param kernel what it launched
     * @param lanes how many of its lanes launched, some of which got no place
     * @param nested whether the launching grid was itself launched from the device
     * @param cycle when the call would return
     * @return whether it never does
     */
    boolean hangs(Warp warp, String kernel, StreamKind stream, int lanes, boolean nested, long cycle) {
        if (!hung.isEmpty()) {
            // What happens beside a call that never returns is of no matter any more.
            return false;
        }
        double odds = probability(stream, lanes, nested).value();
        if (freedom.hangs(odds)) {
            hung = hung(warp, kernel, lanes, odds);
            return true;
        }
        if (!warned && (nested || odds > 0)) {
            warned = true;
            events.warning("M-1", warning(warp.block().grid(), kernel, nested), cycle);
        }
        return false;
    }

    private Probability probability(StreamKind stream, int lanes, boolean nested) {
        boolean canHang = stream == StreamKind.NAMED || stream == StreamKind.FIRE_AND_FORGET;
        if (lanes < 2 || slots() < hang.minSlots() || !canHang) {
            return Probability.ZERO;
        }
        if (nested) {
            return hang.nested();
        }
        return stream == StreamKind.FIRE_AND_FORGET ? hang.fireAndForget() : Probability.ZERO;
    }

    private long slots() {
        return pool.fixedSlots();
    }

    /** In words, the call that never returns; empty if there is none. */
    String hung() {
        return hung;
    }

    private String hung(Warp warp, String kernel, int lanes, double odds) {
        Grid grid = warp.block().grid();
        return "grid " + grid.number() + " (" + grid.kernel().name() + "), block "
                + warp.block().index() + ", warp " + warp.indexInBlock() + " launches " + kernel + " with " + lanes
                + " lanes while the " + slots() + " places of the pending-launch pool are taken, and the call never"
                + " returns (rule POOL-6, finding M-1): such runs hung on an H200, "
                + Math.round(100 * odds) + " in 100; " + mend();
    }

    private String warning(Grid grid, String kernel, boolean nested) {
        return "kernel " + grid.kernel().name()
                + (nested ? ", itself launched from the device, launches " : " launches ") + kernel
                + (nested ? "" : " fire-and-forget from several lanes at once") + " while all " + slots()
                + " places of the pending-launch pool are taken; the launch is refused and the run goes on, but on an"
                + " H200 some programs that did this never ended: " + mend();
    }

    private static String mend() {
        return "check the error of each launch, or set a larger cudaLimitDevRuntimePendingLaunchCount";
    }
}
