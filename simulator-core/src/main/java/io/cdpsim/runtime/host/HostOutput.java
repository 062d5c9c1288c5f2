package io.cdpsim.runtime.host;

import io.cdpsim.runtime.device.Device;
import java.util.List;

/** The printf output of device code that the host has flushed (rule PRNT-2). */
final class HostOutput {
    private final List<Device> devices;
    private final StringBuilder text = new StringBuilder();

    HostOutput(List<Device> devices) {
        this.devices = devices;
    }

    /** Flushes the printf buffers of all devices (rule PRNT-2). */
    void flush() {
        for (Device device : devices) {
            text.append(device.runtime().flushPrinted());
        }
    }

    /** Removes and returns the flushed output. */
    String take() {
        String taken = text.toString();
        text.setLength(0);
        return taken;
    }
}
