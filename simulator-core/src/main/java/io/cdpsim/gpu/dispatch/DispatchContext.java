package io.cdpsim.gpu.dispatch;

import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.progress.ProgressMonitor;
import io.cdpsim.gpu.sm.BlockBarriers;
import io.cdpsim.gpu.sm.Sm;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.profile.GpuProfile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the block scheduler of a device works with.
 *
 * @param profile the kind of GPU
 * @param engine its clock
 * @param device the device
 * @param sms its SMs, by their numbers
 * @param barriers the barriers of the blocks
 * @param events told of grids that start, and of blocks
 * @param watch told of all that a waiting thread may wait for
 * @param visibility told when blocks start and end, if anybody is
 */
public record DispatchContext(
        GpuProfile profile,
        Engine engine,
        DispatchDevice device,
        List<Sm> sms,
        BlockBarriers barriers,
        DeviceEvents events,
        ProgressMonitor watch,
        @Nullable VisibilityFeed visibility) {
    public DispatchContext {
        sms = List.copyOf(sms);
    }
}
