package io.cdpsim.profile;

import io.cdpsim.profile.DeviceLaunchSpec.ContendedCallSpec;

/**
 * The time that device runtime calls other than launches take a warp.
 *
 * @param streamCreateCycles {@code cudaStreamCreateWithFlags}, cycles
 * @param streamDestroyCycles {@code cudaStreamDestroy}, cycles
 * @param eventCreateCycles {@code cudaEventCreateWithFlags}, cycles
 * @param eventRecordCycles {@code cudaEventRecord}, cycles
 * @param streamWaitEventCycles {@code cudaStreamWaitEvent}, cycles
 * @param eventDestroyCycles {@code cudaEventDestroy}, cycles
 * @param memsetCycles {@code cudaMemsetAsync}, the call itself, cycles
 * @param memcpyCycles {@code cudaMemcpyAsync}, the call itself, cycles
 * @param getLastErrorCycles {@code cudaGetLastError}, cycles
 * @param getDeviceCycles {@code cudaGetDevice}, cycles
 * @param getAttributeCycles {@code cudaDeviceGetAttribute}, cycles
 * @param malloc {@code malloc} on the device heap
 * @param free {@code free} on the device heap
 * @param printf {@code printf}
 * @param deviceSynchronizeCycles {@code cudaDeviceSynchronize} with nothing to wait for (CDP1), cycles
 * @param callIssueIntervalCycles interval at which a warp inside a call takes an issue slot of its scheduler from other warps,
 *     cycles; above 1
 * @param callEmptiesL1Cycles interval at which a warp inside a call empties the L1 cache of its SM, cycles; 0 if it does not
 */
public record DeviceApiSpec(
        int streamCreateCycles,
        int streamDestroyCycles,
        int eventCreateCycles,
        int eventRecordCycles,
        int streamWaitEventCycles,
        int eventDestroyCycles,
        int memsetCycles,
        int memcpyCycles,
        int getLastErrorCycles,
        int getDeviceCycles,
        int getAttributeCycles,
        // Rule HEAP-4.
        ContendedCallSpec malloc,
        ContendedCallSpec free,
        PrintfSpec printf,
        int deviceSynchronizeCycles,
        double callIssueIntervalCycles,
        int callEmptiesL1Cycles) {
    /** A device without a device runtime: every cost is 0. */
    public static final DeviceApiSpec NONE = new DeviceApiSpec(
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            ContendedCallSpec.NONE,
            ContendedCallSpec.NONE,
            PrintfSpec.NONE,
            0,
            Double.POSITIVE_INFINITY,
            0);

    /**
     * The time of {@code printf}. A warp copies the formats and strings of its lanes side by side, byte by byte, so the longest one counts.
     *
     * @param call a call with an empty format
     * @param formatCharacterCycles further time for each character of the format outside conversions, cycles
     * @param conversionCycles further time for each conversion of the format, cycles
     * @param stringByteCycles further time for each byte of strings that {@code %s} prints, cycles
     */
    public record PrintfSpec(
            ContendedCallSpec call, int formatCharacterCycles, int conversionCycles, int stringByteCycles) {
        /** A device without {@code printf}. */
        public static final PrintfSpec NONE = new PrintfSpec(ContendedCallSpec.NONE, 0, 0, 0);
    }
}
