package io.cdpsim.profile;

/**
 * What host calls cost, in nanoseconds, and the gaps between host and device.
 *
 * @param launchNanos host thread busy per kernel launch, nanoseconds
 * @param capableLaunchNanos how much longer it is busy with one whose kernel could launch, nanoseconds
 * @param launchToStartNanos from the return of the launch to the first block on an idle device, nanoseconds
 * @param backToBackNanos gap between dependent grids of one stream, nanoseconds
 * @param completionToHostNanos from the end of a grid until a waiting host thread goes on, nanoseconds
 * @param eventRecordNanos recording an event, nanoseconds
 * @param callbackNanos from a stream reaching a host callback to its first statement, nanoseconds
 * @param memcpyCallNanos host thread busy per copy call, nanoseconds
 * @param memsetCallNanos host thread busy per fill call, nanoseconds
 * @param inlineCopyBytes copies to the device up to this size go with the commands, written there by the calling thread; 0 for none
 * @param inlineCopyBandwidth how fast it writes them
 * @param threadCreateNanos host thread busy when it makes another, nanoseconds
 * @param threadStartNanos from there to the other's first statement, nanoseconds
 * @param threadEndNanos from a thread's last statement until one that waits for its end goes on, nanoseconds
 */
public record HostApiSpec(
        double launchNanos,
        double capableLaunchNanos,
        double launchToStartNanos,
        double backToBackNanos,
        double completionToHostNanos,
        double eventRecordNanos,
        double callbackNanos,
        double memcpyCallNanos,
        double memsetCallNanos,
        long inlineCopyBytes,
        Bandwidth inlineCopyBandwidth,
        double threadCreateNanos,
        double threadStartNanos,
        double threadEndNanos) {}
