package io.cdpsim.runtime.version;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.RuntimeLimitsSpec;

/** The rules in which the two versions of dynamic parallelism differ (rulebook 19). */
public interface CdpRules {
    /** Whether device code may make a call. */
    boolean supports(DeviceCall call);

    /** Whether the tail-launch and fire-and-forget streams exist (rules FAF-4, TAIL-9). */
    boolean hasSpecialStreams();

    /**
     * The owner of the streams and events that a block creates: the block's index plus 1, or 0 for the whole grid (rules STR-1,
     * STR-2).
     */
    long ownerBlock(Block block);

    /** Sets the kernel whose code makes the following calls, which selects the version if both run at once (rule VER-4). */
    default void enter(Kernel caller) {}

    /** Slots of the virtualised pool, which launches use while the fixed pool is full (rules POOL-3 to POOL-6). */
    long virtualizedSlots(RuntimeLimitsSpec limits);

    /** Maximum nesting depth of a grid; {@link Integer#MAX_VALUE} if there is no limit (rules DEPTH-4, DEPTH-9). */
    int maxGridDepth(RuntimeLimitsSpec limits);

    /** The error of a launch while the pool is full. */
    CudaError poolFullError();

    /** The error of a host call that changes a limit while the device runs programs; success if it is allowed (rule POOL-10). */
    CudaError limitChangeError();

    /** The error of a launch with more threads than {@code __launch_bounds__} allows. */
    CudaError launchBoundsError();

    /** Maximum number of events at once, by the pending-launch limit (rule EVT-6). */
    long eventSlots(long pendingLimit, RuntimeLimitsSpec limits);

    /** The error of a call with the NULL event (rule EVT-5). */
    CudaError nullEventError();

    /** Whether {@code cudaStreamCreateWithFlags} accepts flags (rule STR-9). */
    boolean acceptsStreamFlags(int flags);

    /** Whether {@code cudaStreamWaitEvent} accepts flags. */
    boolean acceptsWaitFlags(int flags);

    /** Whether memsets of device code, in all three forms, write zeros for any value (Q-40, O-1). */
    boolean fillsWithZeros();

    /** The error of a host launch whose shape the device can never run (rule LNCH-7); device code always gets 9. */
    CudaError hostConfigurationError();

    /** The result of {@code cudaRuntimeGetVersion} in device code, 12040 for 12.4 (rule API-1). */
    int runtimeVersion();

    /** Whether an access to local memory by an address from another grid faults (rule MEM-1). */
    boolean faultsOnForeignLocalAddress();

    /** Whether the host's {@code cudaGetLastError} reports a fault only once, and success from then on (rule ERR-4). */
    boolean reportsFaultOnce();

    /** The stack of a thread, bytes, that results from a request of the host (rule ENV-3). */
    long stackBytes(long requestedBytes);
}
