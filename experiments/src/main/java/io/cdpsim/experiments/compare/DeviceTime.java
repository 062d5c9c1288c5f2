package io.cdpsim.experiments.compare;

import io.cdpsim.profile.GpuProfile;
import io.cdpsim.workloads.RunResult;

/**
 * The time of a run on the device, beside which the host's is rounded.
 *
 * @param micros from the start of the first grid to the completion of the last, microseconds
 * @param hostPollMicros the interval at which a copy of the host polls for the end of a grid ({@code host_link.acquire_poll}), microseconds; 0 if it does
 *     not poll
 */
public record DeviceTime(double micros, double hostPollMicros) {
    /** The time of a run on a GPU. */
    public static DeviceTime of(RunResult result, GpuProfile profile) {
        return new DeviceTime(result.deviceMicros(), profile.hostLink().acquirePollNanos() / 1000);
    }
}
