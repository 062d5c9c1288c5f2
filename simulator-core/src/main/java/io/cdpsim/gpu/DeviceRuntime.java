package io.cdpsim.gpu;

import io.cdpsim.gpu.call.DeviceCalls;
import io.cdpsim.gpu.call.DeviceFault;
import io.cdpsim.gpu.dispatch.GridOwner;

/** The device's interface to the CUDA device runtime: the rules of launching and completion. */
public interface DeviceRuntime extends DeviceCalls, GridOwner {
    /** Device code faulted; the device runs nothing more. */
    void faulted(DeviceFault fault, long nowCycles);
}
