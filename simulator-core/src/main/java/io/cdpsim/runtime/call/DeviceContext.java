package io.cdpsim.runtime.call;

import io.cdpsim.engine.Engine;
import io.cdpsim.gpu.Gpu;
import io.cdpsim.memory.PagedMemory;
import io.cdpsim.observe.DeviceEvents;
import io.cdpsim.profile.GpuProfile;
import io.cdpsim.runtime.limit.DeviceLimits;
import io.cdpsim.runtime.settings.NondeterministicChoices;
import io.cdpsim.runtime.version.CdpRules;

/**
 * A device and the settings common to all calls on it.
 *
 * @param ordinal number of the device, from 0
 * @param engine the clock
 * @param gpu the hardware
 * @param global the device's global memory
 * @param events notifies listeners of events on the device
 * @param rules the rules of its version of dynamic parallelism
 * @param limits the settable limits
 * @param choices nondeterministic choices that the rules leave open
 */
public record DeviceContext(
        int ordinal,
        Engine engine,
        Gpu gpu,
        PagedMemory global,
        DeviceEvents events,
        CdpRules rules,
        DeviceLimits limits,
        NondeterministicChoices choices) {
    /** The kind of GPU. */
    public GpuProfile profile() {
        return gpu.profile();
    }
}
