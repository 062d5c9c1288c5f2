package io.cdpsim.runtime.version;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.profile.RuntimeLimitsSpec;

/** The rules of CUDA 5.0 to 11 (CDP1). */
public final class Cdp1Rules implements CdpRules {
    private static final CudaVersion VIRTUALIZED_POOL = new CudaVersion(6, 0);

    private static final int STREAM_NON_BLOCKING = 1;

    private final CudaVersion version;

    public Cdp1Rules(CudaVersion version) {
        this.version = version;
    }

    @Override
    public boolean supports(DeviceCall call) {
        return call.signature().versions().cdp1();
    }

    @Override
    public boolean hasSpecialStreams() {
        return false;
    }

    /** Rules STR-1 and EVT-3. */
    @Override
    public long ownerBlock(Block block) {
        return block.index() + 1;
    }

    /** Rules POOL-3, POOL-4 and POOL-5; the capacity of the virtualised part is undocumented (P-4). */
    @Override
    public long virtualizedSlots(RuntimeLimitsSpec limits) {
        long max = limits.virtualizedLaunchMax() == 0 ? Long.MAX_VALUE : limits.virtualizedLaunchMax();
        return version.atLeast(VIRTUALIZED_POOL) ? max : 0;
    }

    /** Rule POOL-10; the code is undocumented. */
    @Override
    public CudaError limitChangeError() {
        return CudaError.INVALID_VALUE;
    }

    /** Rule DEPTH-4. */
    @Override
    public int maxGridDepth(RuntimeLimitsSpec limits) {
        return limits.maxNestingDepth() == 0 ? Integer.MAX_VALUE : limits.maxNestingDepth();
    }

    /** Rules POOL-3 and POOL-5. */
    @Override
    public CudaError poolFullError() {
        return CudaError.LAUNCH_PENDING_COUNT_EXCEEDED;
    }

    /** Rule LNCH-8. */
    @Override
    public CudaError launchBoundsError() {
        return CudaError.LAUNCH_OUT_OF_RESOURCES;
    }

    @Override
    public long eventSlots(long pendingLimit, RuntimeLimitsSpec limits) {
        return Long.MAX_VALUE;
    }

    /** Rule EVT-5. */
    @Override
    public CudaError nullEventError() {
        return CudaError.INVALID_RESOURCE_HANDLE;
    }

    /** Rule STR-9. */
    @Override
    public boolean acceptsStreamFlags(int flags) {
        return flags == STREAM_NON_BLOCKING;
    }

    @Override
    public boolean acceptsWaitFlags(int flags) {
        return flags == 0;
    }

    @Override
    public boolean fillsWithZeros() {
        return false;
    }

    /** Rule LNCH-7. */
    @Override
    public CudaError hostConfigurationError() {
        return CudaError.INVALID_CONFIGURATION;
    }

    @Override
    public int runtimeVersion() {
        return version.number();
    }

    @Override
    public boolean faultsOnForeignLocalAddress() {
        return false;
    }

    @Override
    public boolean reportsFaultOnce() {
        return false;
    }

    @Override
    public long stackBytes(long requestedBytes) {
        return requestedBytes;
    }
}
