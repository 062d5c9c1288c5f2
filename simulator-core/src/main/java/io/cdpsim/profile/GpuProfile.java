package io.cdpsim.profile;

import com.google.common.collect.Maps;
import java.util.Map;

/**
 * One GPU as the simulator sees it. Read from a profile file, in which every quantity has a unit and a source; immutable.
 *
 * @param name name of the profile, for example {@code h200}
 * @param description the device in words
 * @param computeCapability architecture generation
 * @param cdp which dynamic parallelism it runs
 * @param clock core clock
 * @param sm streaming multiprocessors
 * @param grid limits of a launch
 * @param pipes execution pipes
 * @param shared shared memory
 * @param l1 first-level cache
 * @param l2 second-level cache
 * @param dram device memory
 * @param hostLink link to the host
 * @param severalGpus what several GPUs of one host share, and the links between them
 * @param synchronization barriers and fences
 * @param dispatch block placement
 * @param hostApi host calls
 * @param launch launches from the device; {@link DeviceLaunchSpec#NONE} without them
 * @param deviceApi device runtime calls; {@link DeviceApiSpec#NONE} without them
 * @param limits settable limits
 * @param graphs launches of graphs; {@link GraphSpec#NONE} where nothing is known of them
 * @param reported what CUDA reports of the GPU besides; without the attributes that it does not have or that are not known
 */
public record GpuProfile(
        String name,
        String description,
        ComputeCapability computeCapability,
        CdpSupport cdp,
        ClockSpec clock,
        SmSpec sm,
        GridLimits grid,
        PipeSpecs pipes,
        SharedMemorySpec shared,
        L1Spec l1,
        L2Spec l2,
        DramSpec dram,
        HostLinkSpec hostLink,
        MultiGpuSpec severalGpus,
        SynchronizationSpec synchronization,
        BlockDispatchSpec dispatch,
        HostApiSpec hostApi,
        DeviceLaunchSpec launch,
        DeviceApiSpec deviceApi,
        RuntimeLimitsSpec limits,
        GraphSpec graphs,
        Map<ReportedAttribute, Integer> reported) {
    public GpuProfile {
        reported = Maps.immutableEnumMap(reported);
    }

    /** An attribute that CUDA reports; 0 where it is not known. */
    public int reported(ReportedAttribute attribute) {
        return reported.getOrDefault(attribute, 0);
    }

    /**
     * Placing blocks on SMs.
     *
     * @param cyclesPerBlock device-wide: cycles between two placements
     * @param cyclesPerGrid device-wide: added before the first block of a grid
     * @param blockStartCycles from placement to the first issue, cycles
     * @param blockEndCycles from the last exit of a block until its room is free, cycles
     */
    public record BlockDispatchSpec(
            double cyclesPerBlock, int cyclesPerGrid, int blockStartCycles, int blockEndCycles) {}

    /**
     * Barriers and fences.
     *
     * @param barrierLatencyCycles from the last warp's arrival at a block barrier to the next instruction, cycles
     * @param fenceBlockCycles {@code __threadfence_block}, cycles
     * @param fenceDeviceCycles {@code __threadfence}, cycles
     * @param fenceSystemCycles {@code __threadfence_system}, cycles
     */
    public record SynchronizationSpec(
            int barrierLatencyCycles, int fenceBlockCycles, int fenceDeviceCycles, int fenceSystemCycles) {}

    /**
     * Shared memory of an SM: latency, banks and atomics.
     *
     * @param latencyCycles load-to-use without a bank conflict, cycles
     * @param banks banks
     * @param bankBytes bytes a bank delivers per cycle
     * @param nativeAtomics whether atomics run in the memory itself (5.x and later) or as lock, update, unlock (before)
     * @param atomicLatencyCycles one uncontended atomic, issue to result, cycles
     * @param atomicLockRetryCycles each further try for a lane that lost the lock, cycles; 0 with native atomics
     */
    public record SharedMemorySpec(
            int latencyCycles,
            int banks,
            int bankBytes,
            boolean nativeAtomics,
            int atomicLatencyCycles,
            int atomicLockRetryCycles) {}

    /**
     * What one launch may ask for, and how many grids the device holds at once.
     *
     * @param maxGridX blocks along x
     * @param maxGridY blocks along y
     * @param maxGridZ blocks along z
     * @param maxBlockX threads of a block along x
     * @param maxBlockY threads of a block along y
     * @param maxBlockZ threads of a block along z
     * @param maxThreadsPerBlock threads of a block in all
     * @param maxResidentGrids grids resident on the device at once
     * @param maxResidentStreamGrids grids launched from the device into ordinary (NULL or named) streams that are resident at once
     */
    public record GridLimits(
            long maxGridX,
            long maxGridY,
            long maxGridZ,
            int maxBlockX,
            int maxBlockY,
            int maxBlockZ,
            int maxThreadsPerBlock,
            // Rule CONC-3.
            int maxResidentGrids,
            int maxResidentStreamGrids) {}
}
