package io.cdpsim.profile;

/**
 * The link to the host: copies, and loads and stores of mapped host memory.
 *
 * @param bytesPerSecondToDevice copy bandwidth from host to device, bytes per second
 * @param bytesPerSecondToHost copy bandwidth from device to host, bytes per second
 * @param mappedLoadLatencyCycles load-to-use of mapped host memory, cycles
 * @param mappedRequestsPerSecond requests to mapped host memory the link takes per second
 * @param mappedOutstanding requests to mapped host memory that wait at the link at a time; further ones wait at their SMs
 * @param copyWindowBytes bytes of a copy that are on their way at a time, above 0
 * @param copyEngines copies in flight at once
 * @param copyLatencyNanos fixed part of a copy, nanoseconds
 * @param acquirePollNanos how often a copy that waits for a grid looks whether that has ended, nanoseconds; 0 if it is told at once
 */
public record HostLinkSpec(
        double bytesPerSecondToDevice,
        double bytesPerSecondToHost,
        int mappedLoadLatencyCycles,
        double mappedRequestsPerSecond,
        int mappedOutstanding,
        long copyWindowBytes,
        int copyEngines,
        double copyLatencyNanos,
        double acquirePollNanos) {}
