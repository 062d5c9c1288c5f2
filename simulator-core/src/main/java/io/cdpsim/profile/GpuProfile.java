package io.cdpsim.profile;

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
        GraphSpec graphs) {}
