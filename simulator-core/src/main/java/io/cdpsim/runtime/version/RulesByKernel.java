package io.cdpsim.runtime.version;

import io.cdpsim.gpu.block.Block;
import io.cdpsim.kernel.call.DeviceCall;
import io.cdpsim.kernel.code.Kernel;
import io.cdpsim.profile.CdpSupport;
import io.cdpsim.profile.RuntimeLimitsSpec;

/**
 * Both versions at once: the rules of the calling kernel apply (rule VER-4). Both versions share one pool and one set of limits.
 */
public final class RulesByKernel implements CdpRules {
    private final CdpVersionTable versions;
    private final CdpRules cdp1;
    private final CdpRules cdp2;
    private CdpRules current;

    public RulesByKernel(CdpVersionTable versions, CdpRules cdp1, CdpRules cdp2) {
        this.versions = versions;
        this.cdp1 = cdp1;
        this.cdp2 = cdp2;
        this.current = cdp1;
    }

    /** Rule VER-4. */
    @Override
    public void enter(Kernel caller) {
        current = versions.runsAs(caller) == CdpSupport.CDP1 ? cdp1 : cdp2;
    }

    @Override
    public boolean supports(DeviceCall call) {
        return current.supports(call);
    }

    @Override
    public boolean hasSpecialStreams() {
        return current.hasSpecialStreams();
    }

    @Override
    public long ownerBlock(Block block) {
        return current.ownerBlock(block);
    }

    @Override
    public long virtualizedSlots(RuntimeLimitsSpec limits) {
        return current.virtualizedSlots(limits);
    }

    @Override
    public CudaError limitChangeError() {
        return current.limitChangeError();
    }

    @Override
    public int maxGridDepth(RuntimeLimitsSpec limits) {
        return current.maxGridDepth(limits);
    }

    @Override
    public CudaError nullEventError() {
        return current.nullEventError();
    }

    @Override
    public CudaError poolFullError() {
        return current.poolFullError();
    }

    @Override
    public CudaError launchBoundsError() {
        return current.launchBoundsError();
    }

    @Override
    public long eventSlots(long pendingLimit, RuntimeLimitsSpec limits) {
        return current.eventSlots(pendingLimit, limits);
    }

    @Override
    public boolean acceptsStreamFlags(int flags) {
        return current.acceptsStreamFlags(flags);
    }

    @Override
    public boolean acceptsWaitFlags(int flags) {
        return current.acceptsWaitFlags(flags);
    }

    @Override
    public boolean fillsWithZeros() {
        return current.fillsWithZeros();
    }

    @Override
    public CudaError hostConfigurationError() {
        return current.hostConfigurationError();
    }

    @Override
    public int runtimeVersion() {
        return current.runtimeVersion();
    }

    @Override
    public boolean faultsOnForeignLocalAddress() {
        return current.faultsOnForeignLocalAddress();
    }

    @Override
    public boolean reportsFaultOnce() {
        return current.reportsFaultOnce();
    }

    @Override
    public long stackBytes(long requestedBytes) {
        return current.stackBytes(requestedBytes);
    }
}
