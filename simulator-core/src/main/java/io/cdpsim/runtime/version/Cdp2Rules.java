package io.cdpsim.runtime.version;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.profile.RuntimeLimitsSpec;

/**
 * The rules of CUDA 12 and later (CDP2). Where the documents leave a choice, they follow the behaviour of an H200 (rulebook 24).
 */
public final class Cdp2Rules implements CdpRules {
    private static final int STREAM_NON_BLOCKING = 1;

    private static final CudaVersion MEASURED = new CudaVersion(13, 0);
    private static final int MEASURED_RUNTIME_VERSION = 6000;
    private static final int MEASURED_STACK_UNIT_BYTES = 16;

    private final CudaVersion cuda;
    private final boolean strict;

    /**
     * The rules of a version.
     *
     * @param cuda the CUDA version
     * @param strict whether the rules are as documented; otherwise they are as the H200 behaves
     */
    public Cdp2Rules(CudaVersion cuda, boolean strict) {
        this.cuda = cuda;
        this.strict = strict;
    }

    @Override
    public boolean supports(DeviceCall call) {
        return call.signature().versions().cdp2();
    }

    @Override
    public boolean hasSpecialStreams() {
        return true;
    }

    /** Rules STR-2 and EVT-3: the grid owns them. */
    @Override
    public long ownerBlock(Block block) {
        return 0;
    }

    /** Rule POOL-6. */
    @Override
    public long virtualizedSlots(RuntimeLimitsSpec limits) {
        return 0;
    }

    /** The documents forbid it without a code (rule POOL-10); the H200 applies the new limit at once. */
    @Override
    public CudaError limitChangeError() {
        return strict ? CudaError.INVALID_VALUE : CudaError.SUCCESS;
    }

    /** Rule DEPTH-9. */
    @Override
    public int maxGridDepth(RuntimeLimitsSpec limits) {
        return limits.maxNestingDepth() == 0 ? Integer.MAX_VALUE : limits.maxNestingDepth();
    }

    /** Rule POOL-6: the guide says 701; the H200 gives 69. */
    @Override
    public CudaError poolFullError() {
        return strict ? CudaError.LAUNCH_OUT_OF_RESOURCES : CudaError.LAUNCH_PENDING_COUNT_EXCEEDED;
    }

    /** The reference says 701 (rule LNCH-8); the H200 gives 9. */
    @Override
    public CudaError launchBoundsError() {
        return strict ? CudaError.LAUNCH_OUT_OF_RESOURCES : CudaError.INVALID_CONFIGURATION;
    }

    /** Rules EVT-6 and POOL-7. */
    @Override
    public long eventSlots(long pendingLimit, RuntimeLimitsSpec limits) {
        return pendingLimit * limits.eventSlotsPerPendingSlot();
    }

    /** Rule EVT-5: the reference says 400; the H200 gives 1. */
    @Override
    public CudaError nullEventError() {
        return strict ? CudaError.INVALID_RESOURCE_HANDLE : CudaError.INVALID_VALUE;
    }

    /** Rule STR-9; the H200 accepts the default flags too. */
    @Override
    public boolean acceptsStreamFlags(int flags) {
        return flags == STREAM_NON_BLOCKING || (flags == 0 && !strict);
    }

    /** The H200 accepts any flags. */
    @Override
    public boolean acceptsWaitFlags(int flags) {
        return flags == 0 || !strict;
    }

    /** A fault of the H200's and the H100's driver. */
    @Override
    public boolean fillsWithZeros() {
        return !strict;
    }

    /** The reference says 9 (rule LNCH-7); with CUDA 13 the H200's and the H100's driver gives 1. */
    @Override
    public CudaError hostConfigurationError() {
        return !strict && cuda.atLeast(MEASURED) ? CudaError.INVALID_VALUE : CudaError.INVALID_CONFIGURATION;
    }

    /** The guide says the version of the toolkit (rule API-1); the H200 and the H100 give 6000 with CUDA 13. */
    @Override
    public int runtimeVersion() {
        return strict ? cuda.number() : MEASURED_RUNTIME_VERSION;
    }

    /** The guide leaves it undefined (rule MEM-1); the H200 and the H100 fault. */
    @Override
    public boolean faultsOnForeignLocalAddress() {
        return !strict;
    }

    /**
     * As documented, every later call returns the error of the fault (rule ERR-4); on the H200 and the H100 this call returns it
     * once.
     */
    @Override
    public boolean reportsFaultOnce() {
        return !strict;
    }

    /** The reference lets the driver choose; the H200 and the H100 round up to 16 bytes (rule ENV-3, Q-44). */
    @Override
    public long stackBytes(long requestedBytes) {
        long units = (requestedBytes + MEASURED_STACK_UNIT_BYTES - 1) / MEASURED_STACK_UNIT_BYTES;
        return strict ? requestedBytes : units * MEASURED_STACK_UNIT_BYTES;
    }
}
