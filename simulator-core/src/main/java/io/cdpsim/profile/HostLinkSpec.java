package io.cdpsim.profile;

/**
 * The link to the host: copies, and loads and stores of mapped host memory.
 *
 * @param bandwidthToDevice bandwidth of copies from host to device
 * @param bandwidthToHost bandwidth of copies from device to host
 * @param mappedLoadLatencyCycles load-to-use of mapped host memory, cycles
 * @param mappedTurnAroundCycles from the return of a load of mapped memory until the next goes out that waits for its line, cycles
 * @param mappedRequests requests to mapped host memory that the link serves
 * @param mappedOutstanding loads of one line of mapped memory that wait on the way that copies and accesses to the L2 take too; further
 *     ones wait at their SMs
 * @param mappedOwnWays SMs whose loads of mapped memory wait where they hold up nobody else
 * @param mappedOwnWay how many loads of each of these SMs do
 * @param mappedWaySlices slices of the L2 whose accesses wait for loads of mapped memory that go through one of them
 * @param commandsApart in what share of runs the commands of copies, and their first window of bytes, have a way beside that of these SMs
 * @param bytesApart in what share of runs the further windows do, and accesses to those slices
 * @param copyWindowBytes bytes of a copy that are on their way at a time, above 0
 * @param copyTurns times that a copy takes a turn on the link beside its bytes, for its commands and semaphores; the first comes before them
 * @param copyEngines copies in flight at once
 * @param copyLatencyNanos fixed part of a copy, nanoseconds
 * @param pageableLatencyNanos how much longer a copy to the host takes whose target is not pinned, since the host's thread moves it on from
 *     a buffer that is, nanoseconds
 * @param acquirePollNanos how often a copy that waits for a grid looks whether that has ended, nanoseconds; 0 if it is told at once
 * @param pageableBandwidthToDevice bandwidth of copies from host memory that is not pinned, which go through a pinned buffer; 0 for that of pinned memory
 * @param pageableBandwidthToHost the same for copies to the host
 */
public record HostLinkSpec(
        Bandwidth bandwidthToDevice,
        Bandwidth bandwidthToHost,
        int mappedLoadLatencyCycles,
        int mappedTurnAroundCycles,
        RequestRate mappedRequests,
        int mappedOutstanding,
        int mappedOwnWays,
        int mappedOwnWay,
        int mappedWaySlices,
        Probability commandsApart,
        Probability bytesApart,
        long copyWindowBytes,
        int copyTurns,
        int copyEngines,
        double copyLatencyNanos,
        double pageableLatencyNanos,
        double acquirePollNanos,
        Bandwidth pageableBandwidthToDevice,
        Bandwidth pageableBandwidthToHost) {}
