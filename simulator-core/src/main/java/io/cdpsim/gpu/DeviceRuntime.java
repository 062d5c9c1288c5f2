package io.cdpsim.gpu;

import io.cdpsim.gpu.dispatch.GridOwner;
import io.cdpsim.gpu.sm.DeviceCalls;
import io.cdpsim.gpu.sm.DeviceFault;

/** What the device asks of the software above it: the rules of launching and completion. */
public interface DeviceRuntime extends DeviceCalls, GridOwner {
    /** Device code faulted; nothing runs any more on this device. */
    void faulted(DeviceFault fault, long nowCycles);
}
