package io.cdpsim.profile;

/**
 * The link to the host: copies, and loads and stores of mapped host memory.
 *
 * @param bandwidthToDevice bandwidth of copies from host to device
 * @param bandwidthToHost bandwidth of copies from device to host
 * @param mappedLoadLatencyCycles load-to-use of mapped host memory, cycles
 * @param mappedTurnAroundCycles from the return of a load of mapped memory until the next load that waits for its line is sent,
 *     cycles
 * @param mappedRequests rate of requests to mapped host memory that the link serves
 * @param mappedOutstanding maximum loads of one line of mapped memory that wait on the path shared with copies and L2 accesses;
 *     further ones wait at their SMs
 * @param mappedPrivateQueues SMs whose loads of mapped memory wait in a private queue and delay no other request
 * @param mappedPrivateQueueLoads capacity of each private queue, loads
 * @param mappedBlockedSlices slices of the L2 whose accesses wait for loads of mapped memory through one of them
 * @param separateCommandPath probability that the commands of copies, and their first window of bytes, have a path separate from
 *     that of these SMs
 * @param separateDataPath probability that the further windows, and accesses to those slices, do too
 * @param copyWindowBytes bytes of a copy in flight at a time, above 0
 * @param copyControlTransfers transfers of a copy's commands and semaphores over the link; the first precedes its bytes
 * @param copyEngines copies in flight at once
 * @param copyLatencyNanos fixed part of a copy, nanoseconds
 * @param pageableLatencyNanos extra time of a copy to pageable host memory, because a host thread moves the bytes from a pinned
 *     buffer, nanoseconds
 * @param acquirePollNanos interval at which a copy that waits for a grid polls for its end, nanoseconds; 0 if it is notified at
 *     once
 * @param pageableBandwidthToDevice bandwidth of copies from pageable host memory, which go through a pinned buffer; 0 if equal to
 *     that of pinned memory
 * @param pageableBandwidthToHost bandwidth of copies to pageable host memory; 0 if equal to that of pinned memory
 */
public record HostLinkSpec(
        Bandwidth bandwidthToDevice,
        Bandwidth bandwidthToHost,
        int mappedLoadLatencyCycles,
        int mappedTurnAroundCycles,
        RequestRate mappedRequests,
        int mappedOutstanding,
        int mappedPrivateQueues,
        int mappedPrivateQueueLoads,
        int mappedBlockedSlices,
        Probability separateCommandPath,
        Probability separateDataPath,
        long copyWindowBytes,
        int copyControlTransfers,
        int copyEngines,
        double copyLatencyNanos,
        double pageableLatencyNanos,
        double acquirePollNanos,
        Bandwidth pageableBandwidthToDevice,
        Bandwidth pageableBandwidthToHost) {}
