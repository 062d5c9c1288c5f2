package io.cdpsim.profile;

import com.google.common.collect.Maps;
import java.util.Map;

/**
 * The configuration of one simulated GPU, read from a profile file in which every quantity has a unit and a source. Immutable.
 *
 * @param name name of the profile, for example {@code h200}
 * @param description description of the device
 * @param computeCapability architecture generation
 * @param cdp version of dynamic parallelism; the newest, where it runs both
 * @param clock core clock
 * @param sm streaming multiprocessors
 * @param grid limits of a launch
 * @param pipes execution pipes
 * @param shared shared memory
 * @param constants caches of parameters and sizes; zeros where nothing is known
 * @param l1 first-level cache
 * @param l2 second-level cache
 * @param dram device memory
 * @param hostLink link to the host
 * @param multiGpu shared resources of several GPUs on one host, and the links between them
 * @param synchronization barriers and fences
 * @param dispatch block placement
 * @param hostApi host calls
 * @param launch launches from the device; {@link DeviceLaunchSpec#NONE} without them
 * @param deviceApi device runtime calls; {@link DeviceApiSpec#NONE} without them
 * @param limits settable limits
 * @param mbarrier mbarrier objects; zeros where there are none
 * @param bulkCopy bulk copies; zeros where there are none
 * @param cluster clusters of blocks; {@link ClusterSpec#NONE} where there are none
 * @param texture texture fetches
 * @param graphs graph launches; {@link GraphSpec#NONE} without measurements
 * @param gridBarrier barriers of cooperative grids; 0 where nothing is known
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
        ConstantSpec constants,
        L1Spec l1,
        L2Spec l2,
        DramSpec dram,
        HostLinkSpec hostLink,
        MultiGpuSpec multiGpu,
        SynchronizationSpec synchronization,
        BlockDispatchSpec dispatch,
        HostApiSpec hostApi,
        DeviceLaunchSpec launch,
        DeviceApiSpec deviceApi,
        RuntimeLimitsSpec limits,
        MbarrierSpec mbarrier,
        BulkCopySpec bulkCopy,
        ClusterSpec cluster,
        TextureSpec texture,
        GraphSpec graphs,
        GridBarrierSpec gridBarrier,
        Map<ReportedAttribute, Integer> reported) {
    public GpuProfile {
        reported = Maps.immutableEnumMap(reported);
    }

    /** Whether code of a version of dynamic parallelism runs on the GPU (rule VER-2). */
    public boolean runs(CdpSupport code) {
        return cdp.runs(code, computeCapability);
    }

    /** An attribute that CUDA reports; 0 where it is not known. */
    public int reported(ReportedAttribute attribute) {
        return reported.getOrDefault(attribute, 0);
    }

    /**
     * Placement of blocks on SMs.
     *
     * @param cyclesPerBlock device-wide: cycles between two placements
     * @param cyclesPerGrid device-wide: added before the first block of a grid
     * @param blockStartCycles from placement to the first issue, cycles
     * @param blockEndCycles from the exit of the last thread of a block until its resources are free, cycles
     * @param storeDrainCycles how long a block of the host's grids goes on behind a store to global memory, until which its last thread may have exited, cycles; 0 if neither
     *     stores nor atomics are waited for
     */
    public record BlockDispatchSpec(
            double cyclesPerBlock, int cyclesPerGrid, int blockStartCycles, int blockEndCycles, int storeDrainCycles) {}

    /**
     * Barriers and fences.
     *
     * @param barrierLatencyCycles from the last warp's arrival at a block barrier to the next instruction, cycles
     * @param barrierRepeatCycles from the opening of a barrier to a warp's next arrival at one, at least, cycles
     * @param barrierArrivalCycles time that a barrier takes for the arrival of each warp, one after the other, cycles
     * @param fenceBlockCycles {@code __threadfence_block}, cycles
     * @param fenceDeviceCycles {@code __threadfence}, cycles
     * @param fenceAfterStoresCycles how long it goes on after stores of its warp that were in flight when it issued, cycles
     * @param fenceSystemCycles {@code __threadfence_system}, cycles
     */
    public record SynchronizationSpec(
            int barrierLatencyCycles,
            int barrierRepeatCycles,
            int barrierArrivalCycles,
            int fenceBlockCycles,
            int fenceDeviceCycles,
            int fenceAfterStoresCycles,
            int fenceSystemCycles) {}

    /**
     * Shared memory of an SM: latency, banks and atomics.
     *
     * @param latencyCycles load-to-use without a bank conflict, cycles
     * @param banks banks
     * @param bankBytes bytes a bank delivers per cycle
     * @param nativeAtomics whether atomics run in the memory itself (5.x and later) or as lock, update, unlock (before)
     * @param atomicLatencyCycles one uncontended atomic, issue to result, cycles
     * @param furtherAtomicLaneCycles each further lane that a native atomic updates one word for, cycles to the result
     * @param compareAndSwapCycles time of the banks for a compare-and-swap, cycles
     * @param atomicLockRetryCycles each retry of a lane that did not get the lock, cycles; 0 with native atomics
     * @param matrixLatencyCycles {@code ldmatrix} of one matrix, issue to use, cycles; 0 where there is none
     * @param furtherMatrixCycles each further matrix, cycles
     */
    public record SharedMemorySpec(
            int latencyCycles,
            int banks,
            int bankBytes,
            boolean nativeAtomics,
            int atomicLatencyCycles,
            int furtherAtomicLaneCycles,
            int compareAndSwapCycles,
            int atomicLockRetryCycles,
            int matrixLatencyCycles,
            double furtherMatrixCycles) {}

    /**
     * Limits on the dimensions of a launch and on the number of resident grids.
     *
     * @param maxGridX maximum blocks along x
     * @param maxGridY maximum blocks along y
     * @param maxGridZ maximum blocks along z
     * @param maxBlockX maximum threads of a block along x
     * @param maxBlockY maximum threads of a block along y
     * @param maxBlockZ maximum threads of a block along z
     * @param maxThreadsPerBlock maximum threads of a block
     * @param maxResidentGrids maximum resident grids of the device
     * @param maxResidentStreamGrids maximum resident grids that device code launched into ordinary (NULL or named) streams
     * @param nullStreamQueues queues that a grid has for the NULL streams of its blocks, in turn; 0 if each block has its own
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
            int maxResidentStreamGrids,
            int nullStreamQueues) {}
}
