package io.cdpsim.runtime.device;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.gpu.block.Warp;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reports the barriers at which warps wait when the machine can make no further progress. */
public final class StuckBarriers {
    private StuckBarriers() {}

    /** Reports them to the listeners of each device. */
    public static void report(List<Device> devices, long now) {
        for (Device device : devices) {
            Map<Block, Integer> waiting = new LinkedHashMap<>();
            for (Warp warp : device.gpu().liveWarps()) {
                if (warp.status() == Warp.Status.AT_BARRIER) {
                    waiting.merge(warp.block(), 1, Integer::sum);
                }
            }
            waiting.forEach((block, warps) ->
                    device.runtime().events().barrierStuck(block.grid().number(), block.index(), warps, now));
        }
    }
}
