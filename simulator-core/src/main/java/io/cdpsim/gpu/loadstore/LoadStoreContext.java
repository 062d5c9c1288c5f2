package io.cdpsim.gpu.loadstore;

import io.cdpsim.gpu.block.Warp;
import io.cdpsim.gpu.call.WarpDevice;
import io.cdpsim.gpu.memory.DeviceData;
import io.cdpsim.gpu.memory.MemorySystem;
import io.cdpsim.gpu.posted.RequestOrder;
import io.cdpsim.gpu.spin.SpinParking;
import io.cdpsim.gpu.visibility.VisibilityFeed;
import io.cdpsim.profile.GpuProfile;
import org.jspecify.annotations.Nullable;

/**
 * The components that the load-store units of all SMs share.
 *
 * @param profile the kind of GPU
 * @param device the device
 * @param memory the memory system behind the SMs
 * @param data the values in the memories
 * @param spinParking warps that only wait for memory to change
 * @param visibility notified of everything that affects the order of memory accesses, if there is a listener
 * @param timed whether accesses take their simulated latencies instead of one cycle each
 * @param posted serves what SMs post while they run ahead of the clock; null where they do not
 */
public record LoadStoreContext(
        GpuProfile profile,
        WarpDevice device,
        MemorySystem memory,
        DeviceData data,
        SpinParking<Warp> spinParking,
        @Nullable VisibilityFeed visibility,
        boolean timed,
        @Nullable RequestOrder<Warp> posted) {}
