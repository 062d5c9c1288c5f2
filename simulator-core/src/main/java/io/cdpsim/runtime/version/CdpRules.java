package io.cdpsim.runtime.version;

import io.cdpsim.gpu.sm.Block;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.RuntimeLimitsSpec;

/** Where the two versions of dynamic parallelism differ (rulebook 19). */
public interface CdpRules {
    /** Whether device code may make a call. */
    boolean offers(DeviceCall call);

    /** Whether the tail-launch and fire-and-forget streams exist (rules FAF-4, TAIL-9). */
    boolean offersSpecialStreams();

    /** Which block owns the streams and events made by a block, or 0 where they belong to the whole grid (rules STR-1, STR-2). */
    long ownerBlock(Block block);

    /** Says whose code makes the calls that follow, which matters where both versions run at once (rule VER-4). */
    default void enter(Kernel caller) {}

    /** Places of the virtualised pool, which a launch takes that finds none in the fixed one (rules POOL-3 to POOL-6). */
    long virtualizedPlaces(RuntimeLimitsSpec limits);

    /** Deepest grid that may be launched; {@link Integer#MAX_VALUE} if there is no limit (rules DEPTH-4, DEPTH-9). */
    int deepestGrid(RuntimeLimitsSpec limits);

    /** What a thread sees whose launch finds no place in the pool. */
    CudaError poolFull();

    /** What the host sees that changes a limit while the device runs programs; success if it may (rule POOL-10). */
    CudaError limitChangedWhileRunning();

    /** What a thread sees that asks for more threads than {@code __launch_bounds__} allow. */
    CudaError overLaunchBounds();

    /** Events that may exist at once under a pending limit (rule EVT-6). */
    long eventSlots(long pendingLimit, RuntimeLimitsSpec limits);

    /** What a call gets that names the NULL event (rule EVT-5). */
    CudaError nullEvent();

    /** Whether {@code cudaStreamCreateWithFlags} takes these flags (rule STR-9). */
    boolean acceptsStreamFlags(int flags);

    /** Whether {@code cudaStreamWaitEvent} takes these flags. */
    boolean acceptsWaitFlags(int flags);

    /** Whether memsets of device code, in all three forms, write zeros for any value (Q-40, O-1). */
    boolean fillsWithZeros();

    /** What the host sees that launches a shape which the device can never run (rule LNCH-7); device code always sees 9. */
    CudaError wrongShapeOnHost();

    /** What {@code cudaRuntimeGetVersion} gives to device code, 12040 for 12.4 (rule API-1). */
    int runtimeVersion();

    /** Whether a thread faults that goes to local memory by an address that another grid made (rule MEM-1). */
    boolean faultsAtForeignLocalMemory();

    /** Whether the host's {@code cudaGetLastError} tells of a fault once, and of success from then on (rule ERR-4). */
    boolean tellsLastErrorOfFaultOnce();

    /** The stack of a thread that the host gets when it asks for a number of bytes (rule ENV-3). */
    long stackBytes(long asked);
}
