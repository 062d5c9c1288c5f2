package io.cdpsim.gpu.dispatch;

import io.cdpsim.gpu.sm.Warp;

/** What block scheduling asks of the device that it is part of. */
public interface DispatchDevice {
    /** Who submits the grids. */
    GridOwner grids();

    /** Whether device code has faulted, after which no block starts or ends. */
    boolean isFaulted();

    /** Lets a warp go on at a cycle, or now if that is past. */
    void schedule(Warp warp, long time);
}
