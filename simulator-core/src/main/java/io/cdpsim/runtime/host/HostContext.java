package io.cdpsim.runtime.host;

import io.cdpsim.runtime.device.Device;
import io.cdpsim.runtime.device.HostOutput;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of a host that its launches, copies and graphs share.
 *
 * @param devices all devices of the machine
 * @param thread the time of the host thread
 * @param queues the streams
 * @param output the printf output of device code
 * @param visibility reports to the visibility checker; null without one
 */
record HostContext(
        List<Device> devices,
        HostThread thread,
        HostQueues queues,
        HostOutput output,
        @Nullable HostVisibility visibility) {}
