package io.cdpsim.runtime.call;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.grid.Grid;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.profile.PendingPoolSpec;
import io.cdpsim.profile.Probability;
import io.cdpsim.runtime.launch.PendingLaunchPool;
import io.cdpsim.runtime.launch.StreamTable.StreamKind;
import io.cdpsim.runtime.settings.NondeterministicChoices;

/**
 * Hangs of launches into a full pool (finding M-1): on hardware, such a launch may never return. The seed decides once for each
 * run, with the measured probability; under the adversarial policy the launch always hangs if it can. A run that continues gets a
 * warning.
 */
final class FullPoolHang {
    private final PendingPoolSpec.Hang hang;
    private final PendingLaunchPool pool;
    private final NondeterministicChoices choices;
    private final DeviceEvents events;
    private boolean warned;
    private String hung = "";

    FullPoolHang(
            PendingPoolSpec.Hang hang, PendingLaunchPool pool, NondeterministicChoices choices, DeviceEvents events) {
        this.hang = hang;
        this.pool = pool;
        this.choices = choices;
        this.events = events;
    }

    /**
     * Decides whether a launch call hangs after the pool has refused some of its launches.
     *
     * @param kernel the launched kernel
     * @param lanes launching lanes, including refused ones
     * @param nested whether the launching grid was itself launched from the device
     * @param cycle the cycle at which the call would return
     * @return whether the call never returns
     */
    boolean hangs(Warp warp, String kernel, StreamKind stream, int lanes, boolean nested, long cycle) {
        if (!hung.isEmpty()) {
            // The first hang is the one to report.
            return false;
        }
        double probability = probability(stream, lanes, nested).value();
        if (choices.hangs(probability)) {
            hung = hung(warp, kernel, lanes, probability);
            return true;
        }
        if (!warned && (nested || probability > 0)) {
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

    /** A description of the call that never returns; empty if there is none. */
    String hung() {
        return hung;
    }

    private String hung(Warp warp, String kernel, int lanes, double probability) {
        Grid grid = warp.block().grid();
        return "grid " + grid.number() + " (" + grid.kernel().name() + "), block "
                + warp.block().index() + ", warp " + warp.indexInBlock() + " launches " + kernel + " with " + lanes
                + " lanes while the " + slots() + " slots of the pending-launch pool are in use, and the call never"
                + " returns (rule POOL-6, finding M-1): such runs hung on an H200, "
                + Math.round(100 * probability) + " in 100; " + fix();
    }

    private String warning(Grid grid, String kernel, boolean nested) {
        return "kernel " + grid.kernel().name()
                + (nested ? ", itself launched from the device, launches " : " launches ") + kernel
                + (nested ? "" : " fire-and-forget from several lanes at once") + " while all " + slots()
                + " slots of the pending-launch pool are in use; the launch is refused and the run continues, but on an"
                + " H200 some programs that did this never ended: " + fix();
    }

    private static String fix() {
        return "check the error of each launch, or set a larger cudaLimitDevRuntimePendingLaunchCount";
    }
}
