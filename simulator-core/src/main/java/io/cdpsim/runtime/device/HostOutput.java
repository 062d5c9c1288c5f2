package io.cdpsim.runtime.device;

import java.util.List;

/** The printf output of the device code of all devices that the host has flushed (rule PRNT-2). */
public final class HostOutput {
    private final List<Device> devices;
    private final StringBuilder text = new StringBuilder();

    /** @param devices all devices of the machine */
    public HostOutput(List<Device> devices) {
        this.devices = devices;
    }

    /** Flushes the printf buffers of all devices (rule PRNT-2). */
    public void flush() {
        for (Device device : devices) {
            text.append(device.runtime().flushPrinted());
        }
    }

    /** Removes and returns the flushed output. */
    public String take() {
        String taken = text.toString();
        text.setLength(0);
        return taken;
    }
}
