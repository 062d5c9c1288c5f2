package io.cdpsim.profile;

/**
 * The costs of host calls and the latencies between host and device.
 *
 * @param launchNanos host thread busy per kernel launch, nanoseconds
 * @param capableLaunchNanos extra time of the launch of a kernel that contains launches, nanoseconds
 * @param coldLaunchNanos extra time of a launch behind copies to pageable memory, whose bytes the host reads before it launches: for {@code coldFromBytes}, and for each
 *     doubling; twice that if the kernel contains launches; nanoseconds
 * @param coldFromBytes bytes with which a launch takes {@code coldLaunchNanos} longer
 * @param launchToStartNanos from the return of the launch to the first block on an idle device, nanoseconds
 * @param backToBackNanos gap between dependent grids of one stream, nanoseconds
 * @param eventGapNanos from the end of what is ahead of an event record in its stream until the event's time, nanoseconds
 * @param memsetGapNanos from the end of what is ahead of a fill in its stream until the fill starts, nanoseconds
 * @param copyGapNanos from the end of a copy over the host link to the start of another one behind it in its stream, nanoseconds
 * @param deviceCopyGapNanos from the end of what is ahead of a copy within a device's memory until the kernel starts that executes it,
 *     nanoseconds; likewise for fills of more than {@code inlineFillBytes}
 * @param inlineFillBytes maximum size of fills that the copy engine's commands execute instead of a kernel, bytes
 * @param inlineFillBandwidth data rate of these
 * @param dependentStartNanos from the end of a grid, or its trigger, to the start of a dependent grid with programmatic stream
 *     serialization, nanoseconds; 0 without such launches
 * @param dependentWaitNanos from the end of a grid until a dependent grid's wait for it returns, nanoseconds
 * @param completionToHostNanos from the end of a grid until a waiting host thread continues, nanoseconds
 * @param eventRecordNanos recording an event, nanoseconds
 * @param callbackNanos from a stream reaching a host callback to its first statement, nanoseconds
 * @param memcpyCallNanos host thread busy per copy call, nanoseconds
 * @param memsetCallNanos host thread busy per fill call, nanoseconds
 * @param deviceCopyCallNanos host thread busy per call of a copy within a device's memory, nanoseconds
 * @param kernelFillCallNanos host thread busy per call of a fill that a kernel executes, nanoseconds
 * @param inlineCopyBytes maximum size of copies to the device that the calling thread writes into the command buffer, bytes; 0
 *     for none
 * @param inlineCopyBandwidth data rate at which it writes them
 * @param threadCreateNanos host thread busy per thread creation, nanoseconds
 * @param threadStartNanos from the creation to the first statement of the new thread, nanoseconds
 * @param threadEndNanos from the last statement of a thread until a thread that joins it continues, nanoseconds
 */
public record HostApiSpec(
        double launchNanos,
        double capableLaunchNanos,
        double coldLaunchNanos,
        long coldFromBytes,
        double launchToStartNanos,
        double backToBackNanos,
        double eventGapNanos,
        double memsetGapNanos,
        double copyGapNanos,
        double deviceCopyGapNanos,
        long inlineFillBytes,
        Bandwidth inlineFillBandwidth,
        double dependentStartNanos,
        double dependentWaitNanos,
        double completionToHostNanos,
        double eventRecordNanos,
        double callbackNanos,
        double memcpyCallNanos,
        double memsetCallNanos,
        double deviceCopyCallNanos,
        double kernelFillCallNanos,
        long inlineCopyBytes,
        Bandwidth inlineCopyBandwidth,
        double threadCreateNanos,
        double threadStartNanos,
        double threadEndNanos) {
    /**
     * The time for which the host is busy with a launch, nanoseconds.
     *
     * @param capable whether the kernel contains launches
     * @param bytesBefore bytes that were copied to pageable memory of the host since its launch before
     */
    public double launchNanos(boolean capable, long bytesBefore) {
        double cold = bytesBefore == 0 || coldFromBytes == 0
                ? 0
                : coldLaunchNanos * Math.log1p((double) bytesBefore / coldFromBytes) / Math.log(2);
        return launchNanos + cold + (capable ? capableLaunchNanos + cold : 0);
    }
}
