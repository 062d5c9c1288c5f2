package io.cdpsim.gpu.sm;

import io.cdpsim.observe.EventKind;
import io.cdpsim.observe.RunEvent;
import io.cdpsim.observe.RunEvent.WarpTime;
import io.cdpsim.observe.RunListener;
import io.cdpsim.observe.RunListeners;
import java.util.List;
import java.util.Set;

/** Writes down what the time of warps went into. */
final class ToldWarpTimes implements RunListener {
    private final List<WarpTime> told;

    private ToldWarpTimes(List<WarpTime> told) {
        this.told = told;
    }

    /** Observers that add to a list. */
    static RunListeners to(List<WarpTime> told) {
        return new RunListeners(List.of(new ToldWarpTimes(told)));
    }

    @Override
    public Set<EventKind> kinds() {
        return Set.of(EventKind.WARP);
    }

    @Override
    public void happened(RunEvent event) {
        told.add((WarpTime) event);
    }
}
