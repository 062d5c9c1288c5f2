package io.cdpsim.runtime.host;

import io.cdpsim.runtime.device.Device;
import java.util.List;

/** What device code has printed as far as the host has it (rule PRNT-2). */
final class HostOutput {
    private final List<Device> devices;
    private final StringBuilder text = new StringBuilder();

    HostOutput(List<Device> devices) {
        this.devices = devices;
    }

    /** Brings over what was printed since, which nobody else does (rule PRNT-2). */
    void flush() {
        for (Device device : devices) {
            text.append(device.runtime().flushPrinted());
        }
    }

    /** Gives what was flushed, once. */
    String take() {
        String taken = text.toString();
        text.setLength(0);
        return taken;
    }
}
